import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.io.IOException;
import java.util.function.Consumer;

/** A Netty pipeline under test: what stands in front of your business logic, its last message type being ByteBuf.
 *
 *      javac -cp netty-all.jar NettyLines.java SeamAdapter.java
 *      seam check --suite line --exec 'java -cp netty-all.jar:. NettyLines'
 */
public final class NettyLines implements SeamAdapter.Decoder {
    private final EmbeddedChannel channel = new EmbeddedChannel(pipeline());

    /** Put your handlers here. */
    private static ChannelHandler[] pipeline() {
        return new ChannelHandler[] {new LineBasedFrameDecoder(65536)};
    }

    @Override
    public void feed(byte[] piece, Consumer<byte[]> message) {
        try {
            channel.writeInbound(Unpooled.wrappedBuffer(piece));
        } finally {
            for (ByteBuf frame; (frame = channel.readInbound()) != null; frame.release()) {
                message.accept(ByteBufUtil.getBytes(frame));
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        SeamAdapter.serve(NettyLines::new);
    }
}
