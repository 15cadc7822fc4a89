package dev.tolerant.tools.junit;

import dev.tolerant.engine.words.OneLine;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Results in the XML format of JUnit's Ant task, which most CI systems read. */
public record JUnitReport(String name, List<Case> cases) {
    private static final int MAX_LENGTH = 4000;

    public String xml() {
        long failed = cases.stream().filter(each -> !each.failures().isEmpty()).count();
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            attribute(xml, "name", name);
            attribute(xml, "tests", Integer.toString(cases.size()));
            attribute(xml, "failures", Long.toString(failed));
            attribute(xml, "errors", "0");
            xml.writeCharacters("\n");
            for (Case each : cases) {
                write(xml, each);
            }
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException(impossible);
        }
        return text.toString();
    }

    private static void write(XMLStreamWriter xml, Case each) throws XMLStreamException {
        xml.writeCharacters("  ");
        xml.writeStartElement("testcase");
        attribute(xml, "classname", each.group());
        attribute(xml, "name", each.name());
        if (!each.failures().isEmpty()) {
            xml.writeStartElement("failure");
            attribute(xml, "message", each.failures().get(0));
            xml.writeCharacters(lines(each.failures()));
            xml.writeEndElement();
        }
        if (!each.remarks().isEmpty()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(lines(each.remarks()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
        xml.writeCharacters("\n");
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, clean(value));
    }

    private static String lines(List<String> sentences) {
        return sentences.stream().map(JUnitReport::clean).collect(Collectors.joining("\n"));
    }

    /** XML has no way to write most control characters. */
    private static String clean(String text) {
        return OneLine.of(text, MAX_LENGTH);
    }

    /** The group is the file that the case is in; the failures are empty if it passes. */
    public record Case(String group, String name, List<String> failures, List<String> remarks) {}
}
