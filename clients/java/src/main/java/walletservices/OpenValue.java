package walletservices;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.function.Function;

/**
 * A number or name of a list to which a later version of a service may add. One that this version does not know is kept,
 * and sent, as it came; those that it knows may be compared with {@code ==}.
 */
public abstract class OpenValue<V> {
  private final V value;
  private final String name;

  /** Describes one; {@code name} is null where this version has none. */
  protected OpenValue(V value, String name) {
    this.value = value;
    this.name = name;
  }

  /** Finds the one of a value; null is none. */
  protected static <V, T extends OpenValue<V>> T find(List<T> known, V value, Function<V, T> make) {
    if (value == null) return null;
    return known.stream().filter(each -> each.value().equals(value)).findFirst().orElseGet(() -> make.apply(value));
  }

  /** As it is in JSON. */
  @JsonValue
  public final V value() {
    return value;
  }

  /** Whether this version knows it. */
  public final boolean isKnown() {
    return name != null;
  }

  @Override
  public final boolean equals(Object other) {
    return other != null && getClass() == other.getClass() && value.equals(((OpenValue<?>) other).value);
  }

  @Override
  public final int hashCode() {
    return value.hashCode();
  }

  /** Its name; where this version has none, its value. */
  @Override
  public final String toString() {
    return name == null ? value.toString() : name;
  }
}
