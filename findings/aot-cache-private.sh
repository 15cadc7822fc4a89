#!/usr/bin/env bash
# The JVM of JDK 25 copies most of an AOT cache into each process's own memory, also the part that is mapped to be read only.
#
# Guess:  a cache that is mapped from a file is shared by all processes that use it, but for pages that they change: the file is
#         divided into a read-write and a read-only part for that.
# Sight:  the JVM by default moves the cache to a random address and corrects all its pointers, so that three quarters of what is resident of
#         the file is private and changed, and the two parts are one mapping that can be written. With -XX:ArchiveRelocationMode=0 (diagnostic)
#         the read-only part stays as the file has it, and less than half is private.
# Hurts:  those who count on a cache to save memory where many small JVMs run on one node: each pays for its copy, which
#         grows with each class that training adds.
set -euo pipefail

if [ ! -r /proc/self/smaps ] || ! java -XX:+PrintFlagsFinal -version 2> /dev/null | grep ' AOTCacheOutput ' > /dev/null; then
  echo "needs Linux, and JDK 25 as java on the PATH" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat > Mapped.java <<'JAVA'
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class Mapped {
    /** Loads some classes, and says how much of the cache's resident pages this process has changed and so has alone. */
    public static void main(String[] cache) throws Exception {
        IntStream.range(0, 1000).boxed().collect(Collectors.groupingBy(number -> number % 7));
        HttpClient.newHttpClient();
        ZonedDateTime.now().format(DateTimeFormatter.RFC_1123_DATE_TIME);
        long resident = 0;
        long changed = 0;
        boolean ofCache = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                ofCache = line.endsWith("/" + cache[0]);
            } else if (ofCache && line.startsWith("Rss:")) {
                resident += Long.parseLong(line.replaceAll("\\D", ""));
            } else if (ofCache && line.startsWith("Private_Dirty:")) {
                changed += Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        System.out.println(resident == 0 ? 0 : 100 * changed / resident);
    }
}
JAVA
javac Mapped.java
jar cf mapped.jar Mapped.class
java -XX:AOTCacheOutput=mapped.aot -cp mapped.jar Mapped mapped.aot > training 2>&1
# Pages that are not yet on the disk would count as changed.
sync mapped.aot

private() {
  java -Xmx64m -XX:+UseSerialGC -XX:AOTCache=mapped.aot "$@" -cp mapped.jar Mapped mapped.aot
}
moved=$(private)
in_place=$(private -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0)
java -version 2>&1 | sed -n 1p
echo "by default: $moved % of the cache's resident pages are private and changed"
echo "with ArchiveRelocationMode=0: $in_place %"
[ "$moved" -ge 65 ] && [ "$in_place" -le 50 ]
