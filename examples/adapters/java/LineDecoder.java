import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/** Lines that end with LF or CR LF: javac *Decoder.java SeamAdapter.java, then
 *  seam check --suite line --exec 'java LineDecoder'. */
public final class LineDecoder implements SeamAdapter.Decoder {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void feed(byte[] piece, Consumer<byte[]> message) {
        for (byte sign : piece) {
            if (sign != '\n') {
                line.write(sign);
                continue;
            }
            byte[] bytes = line.toByteArray();
            boolean hasReturn = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
            message.accept(Arrays.copyOf(bytes, bytes.length - (hasReturn ? 1 : 0)));
            line.reset();
        }
    }

    public static void main(String[] arguments) throws IOException {
        SeamAdapter.serve(LineDecoder::new);
    }
}
