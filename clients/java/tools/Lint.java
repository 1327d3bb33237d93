import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * Fails where javac warns: of all that it looks for, in what is written by hand and what is generated here, and of broken
 * documentation. {@code mvn test-compile} has to be done before.
 */
public final class Lint {
  private Lint() {}

  private static List<String> files(String ending, String... folders) throws IOException {
    var all = new ArrayList<String>();
    for (var folder : folders) {
      try (var files = Files.walk(Path.of(folder))) {
        files.map(Path::toString).filter(name -> name.endsWith(ending)).forEach(all::add);
      }
    }
    return all;
  }

  /** Exits with 1 where something is to be mended. */
  public static void main(String[] args) throws IOException {
    var arguments = new ArrayList<>(List.of("-Werror", "-Xlint:all,-processing,-classfile", "-proc:none"));
    arguments.addAll(List.of("-Xdoclint:html,syntax,reference", "-Xdoclint/package:walletservices"));
    arguments.addAll(List.of("-d", Files.createTempDirectory("lint").toString()));
    // The stubs of gRPC, which javac warns of, are not compiled anew.
    arguments.addAll(List.of("-cp", "target/classes:" + String.join(":", files(".jar", "target/lib", "target/tools"))));
    arguments.addAll(files(".java", "src/main/java", "src/generated/java", "src/test/java", "tools"));
    System.exit(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) == 0 ? 0 : 1);
  }
}
