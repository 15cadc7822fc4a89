package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The picture of the first seconds shows each rate at its time and height. */
class RatePictureTest {

    @Test
    void aCurveGoesThroughTheMiddleOfEachBinAtTheHeightOfItsRate() throws Exception {
        // Given: 20 bins of 500 ms, so that a second is a tenth of the width
        double[] rates = new double[20];
        rates[0] = 0;
        rates[1] = 10_000;
        rates[19] = 5000;
        RatePicture picture = new RatePicture(List.of(new RatePicture.Curve("Java 17", rates)), 500);

        // When
        String[] points = parsed(picture.svg())
                .getElementsByTagName("polyline")
                .item(0)
                .getAttributes()
                .getNamedItem("points")
                .getNodeValue()
                .split(" ");

        // Then: the area is 640 wide from 64 on and 300 high from 16 on
        assertThat(points).hasSize(20);
        assertThat(points[0]).isEqualTo("80.0,316.0");
        assertThat(points[1]).isEqualTo("112.0,16.0");
        assertThat(points[19]).isEqualTo("688.0,166.0");
    }

    @Test
    void eachCurveHasItsNameAndTheAxisItsSeconds() throws Exception {
        // Given
        RatePicture picture = new RatePicture(
                List.of(
                        new RatePicture.Curve("Java 17 & others", new double[40]),
                        new RatePicture.Curve("Java 25", new double[40])),
                500);

        // When
        NodeList texts = parsed(picture.svg()).getElementsByTagName("text");

        // Then
        StringBuilder all = new StringBuilder("\n");
        for (int i = 0; i < texts.getLength(); i++) {
            all.append(texts.item(i).getTextContent()).append('\n');
        }
        assertThat(all).contains("\nJava 17 & others\n", "\nJava 25\n", "\n20\n", "\nseconds after ready\n");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "1.5, 2", "4100, 5000", "5000, 5000", "9900, 10000", "13000, 20000"})
    void theScaleEndsWithTheNextRoundNumber(double most, double top) {
        assertThat(RatePicture.top(most)).isEqualTo(top);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
