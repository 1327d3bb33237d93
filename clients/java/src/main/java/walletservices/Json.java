package walletservices;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.io.CharConversionException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** JSON of the services: decimals are text with all of their digits, numbers are never floating. */
final class Json {
  static final ObjectMapper MAPPER = JsonMapper.builder()
      .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
      .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
      .serializationInclusion(JsonInclude.Include.NON_NULL)
      .visibility(PropertyAccessor.GETTER, Visibility.NONE)
      .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
      .addModule(new SimpleModule()
          .addSerializer(BigDecimal.class, new PlainText())
          .addDeserializer(BigDecimal.class, new StdDelegatingDeserializer<>(new Bounded())))
      .build();

  static {
    // Some services send null for an empty list.
    MAPPER.configOverride(List.class).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
  }

  private Json() {}

  /** Without an exponent, as the services take it. */
  private static final class PlainText extends JsonSerializer<BigDecimal> {
    @Override
    public void serialize(BigDecimal value, JsonGenerator out, SerializerProvider provider) throws IOException {
      out.writeString(value.toPlainString());
    }
  }

  /** Text or number, as it came; not one that takes all memory when it is written out. */
  private static final class Bounded extends StdConverter<String, BigDecimal> {
    private static final int MOST_DIGITS = 1000;

    @Override
    public BigDecimal convert(String text) {
      if (text.length() > Limits.LONGEST_DECIMAL) throw new NumberFormatException("a decimal of too many digits");
      // BigDecimal reads the digits of every script.
      if (text.chars().anyMatch(each -> each > '~')) throw new NumberFormatException("a decimal that is not ASCII");
      var value = new BigDecimal(text);
      if (Math.abs((long) value.scale()) > MOST_DIGITS) throw new NumberFormatException("a decimal of too many digits");
      return value;
    }
  }

  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  static String text(Object value) {
    return tree(value).toString();
  }

  /** Refuses what is no UTF-8 but which Jackson would read: every text of UTF-16 or UTF-32 begins so. */
  static byte[] inUtf8(byte[] content) throws IOException {
    var isOther = content.length > 1 && (content[0] == 0 || content[1] == 0 || (content[0] & 0xFE) == 0xFE);
    if (isOther) throw new CharConversionException("it is not UTF-8");
    return content;
  }

  /** What may be JSON; a text where it is not. */
  static JsonNode read(byte[] content) {
    try {
      return MAPPER.readTree(content);
    } catch (IOException error) {
      return TextNode.valueOf(new String(content, StandardCharsets.UTF_8));
    }
  }
}
