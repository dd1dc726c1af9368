import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs a decoder under test for `seam check --exec` (Documentation/decoders-under-test.md). */
public final class SeamAdapter {
    /** A decoder, fresh for each stream. */
    public interface Decoder {
        /** Takes what one read returned, and gives each message away; throws when the bytes break the protocol. */
        void feed(byte[] piece, Consumer<byte[]> message) throws Exception;
    }

    private SeamAdapter() {}

    /** Answers stream after stream until the input ends. */
    public static void serve(Supplier<Decoder> start) throws IOException {
        DataInputStream input = new DataInputStream(new BufferedInputStream(System.in));
        PrintStream output = new PrintStream(System.out, false, "UTF-8");
        Decoder decoder = start.get();
        boolean isRefused = false;
        List<String> lines = new ArrayList<>();
        while (true) {
            int count;
            try {
                count = input.readInt();
            } catch (EOFException end) {
                return;
            }
            if (count == 0) {
                lines.add("{\"end\":true}");
                for (String line : lines) output.print(line + "\n");
                output.flush();
                lines.clear();
                decoder = start.get();
                isRefused = false;
                continue;
            }
            byte[] piece = new byte[count];
            input.readFully(piece);
            if (isRefused) continue;
            try {
                decoder.feed(piece, message -> lines.add(
                    "{\"bytes\":\"" + Base64.getEncoder().encodeToString(message) + "\"}"));
            } catch (Exception problem) {
                isRefused = true;
                lines.add("{\"error\":\"" + String.valueOf(problem).replaceAll("[\"\\\\\\p{Cntrl}]", " ") + "\"}");
            }
        }
    }
}
