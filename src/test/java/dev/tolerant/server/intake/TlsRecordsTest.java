package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsRecordsTest {
    private static final int[] LENGTHS = {0, 1, 22, 300, 16_384, 0, 22};

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 5, 6, 27, 4096, 100_000})
    void recordsEndWhereTheirHeadersSay(int part) {
        // Given
        ByteBuf records = Unpooled.buffer();
        for (int length : LENGTHS) {
            records.writeByte(23).writeShort(0x0303).writeShort(length).writeZero(length);
        }
        int all = records.readableBytes();
        records.writeByte(23).writeShort(0x0303).writeShort(100).writeZero(99);
        TlsRecords read = new TlsRecords();

        // When
        int ended = 0;
        while (records.isReadable()) {
            ended += read.endedBy(records.readSlice(Math.min(part, records.readableBytes())));
        }

        // Then
        assertThat(ended).isEqualTo(all);
        assertThat(read.endedBy(Unpooled.wrappedBuffer(new byte[1]))).isEqualTo(105);
    }
}
