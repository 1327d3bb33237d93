package walletservices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java of the README, compiled and run against a reference server, and its Kotlin, compiled. */
final class ReadmeTest {
  @TempDir
  Path folder;

  static Stream<String> snippets() throws IOException {
    return snippetsOf("java");
  }

  private static Stream<String> snippetsOf(String language) throws IOException {
    var readme = Files.readString(Path.of("README.md"));
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(readme).results()
        .map(each -> each.group(1));
  }

  static Stream<String> kotlin() throws IOException {
    return snippetsOf("kotlin");
  }

  @ParameterizedTest
  @MethodSource
  void kotlin(String snippet) throws IOException {
    var imports = snippet.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
    var code = snippet.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
    var file = folder.resolve("Snippet.kt");
    Files.writeString(file, imports + "\nsuspend fun main() {\n" + code + "\n}\n");
    var said = new ByteArrayOutputStream();
    var result = new K2JVMCompiler().exec(
        new PrintStream(said, true, StandardCharsets.UTF_8), "-no-stdlib", "-no-reflect", "-Werror",
        "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), file.toString());
    assertEquals(ExitCode.OK, result, said.toString(StandardCharsets.UTF_8));
  }

  private Path compiled(String snippet) throws IOException {
    var imports = snippet.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
    var code = snippet.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
    var file = folder.resolve("Snippet.java");
    Files.writeString(file, imports + "\npublic class Snippet { public static void run() throws Exception {\n" + code + "\n}}");
    var errors = new ByteArrayOutputStream();
    var path = System.getProperty("java.class.path");
    var code2 = ToolProvider.getSystemJavaCompiler()
        .run(null, null, errors, "-d", folder.toString(), "-cp", path, file.toString());
    assertEquals(0, code2, errors.toString(StandardCharsets.UTF_8));
    return folder;
  }

  @ParameterizedTest
  @MethodSource("snippets")
  void runs(String snippet) throws Exception {
    var server = System.getenv("WALLET_SERVER");
    var grpc = System.getenv("WALLET_GRPC");
    var isThere = server != null && grpc != null;
    assertTrue(isThere || System.getenv("CI") == null, "npm run clients sets WALLET_SERVER and WALLET_GRPC");
    var placed = isThere
        ? snippet.replace("http://127.0.0.1:4000", server).replace("127.0.0.1:4001", grpc)
        : snippet;
    var classes = compiled(placed);
    if (snippet.contains("a person to try")) return;
    assumeTrue(isThere, "needs a reference server: npm run clients starts one");
    var printed = new ByteArrayOutputStream();
    var before = System.out;
    try (var loader = new URLClassLoader(new java.net.URL[] {classes.toUri().toURL()})) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader.loadClass("Snippet").getMethod("run").invoke(null);
    } finally {
      System.setOut(before);
    }
    var lines = List.of(printed.toString(StandardCharsets.UTF_8).split("\n"));
    Pattern.compile("// prints (.*)").matcher(snippet).results()
        .forEach(each -> assertTrue(lines.contains(each.group(1).strip()), () -> each.group(1) + " in " + lines));
  }
}
