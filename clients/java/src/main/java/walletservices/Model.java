package walletservices;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.LinkedHashMap;
import java.util.Map;

/** A value of a service. Members that its document does not name are kept. */
public abstract class Model {
  private final Map<String, Object> unknown = new LinkedHashMap<>();

  /** The members that the document does not name, by their names. */
  @JsonAnyGetter
  public Map<String, Object> unknownMembers() {
    return unknown;
  }

  @JsonAnySetter
  void unknownMember(String name, Object value) {
    unknown.put(name, value);
  }

  @Override
  public boolean equals(Object other) {
    return other != null && getClass() == other.getClass() && Json.tree(this).equals(Json.tree(other));
  }

  @Override
  public int hashCode() {
    return Json.tree(this).hashCode();
  }

  /** The value as JSON. */
  @Override
  public String toString() {
    return Json.text(this);
  }
}
