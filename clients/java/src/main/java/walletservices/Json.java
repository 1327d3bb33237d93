package walletservices;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;

/** JSON of the services: decimals are text with all of their digits, numbers are never floating. */
final class Json {
  static final ObjectMapper MAPPER = mapper();

  private Json() {}

  /** Without an exponent, as the services take it. */
  private static final class PlainText extends JsonSerializer<BigDecimal> {
    @Override
    public void serialize(BigDecimal value, JsonGenerator out, SerializerProvider provider) throws IOException {
      out.writeString(value.toPlainString());
    }
  }

  /** Text or number, as it came; not one that takes all memory when it is written out. */
  private static final class Bounded extends StdDeserializer<BigDecimal> {
    private static final long serialVersionUID = 1L;
    private static final int MOST_DIGITS = 1000;

    Bounded() {
      super(BigDecimal.class);
    }

    @Override
    public BigDecimal deserialize(JsonParser in, DeserializationContext context) throws IOException {
      try {
        var value = new BigDecimal(in.getText());
        if (Math.abs((long) value.scale()) <= MOST_DIGITS) return value;
      } catch (NumberFormatException error) {
        // It is told below.
      }
      return (BigDecimal) context.handleWeirdStringValue(BigDecimal.class, in.getText(), "no decimal");
    }
  }

  private static ObjectMapper mapper() {
    var mapper = JsonMapper.builder()
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
        .serializationInclusion(JsonInclude.Include.NON_NULL)
        .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
        .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .build();
    return mapper.registerModule(new SimpleModule()
        .addSerializer(BigDecimal.class, new PlainText())
        .addDeserializer(BigDecimal.class, new Bounded()));
  }

  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException error) {
      throw new IllegalArgumentException("the value cannot be written as JSON", error);
    }
  }
}
