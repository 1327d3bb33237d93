package walletservices;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.CharConversionException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
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
          .addDeserializer(BigDecimal.class, new Bounded()))
      // A number in place of a text would be another id, a text in place of a number another amount.
      .withCoercionConfig(LogicalType.Textual, config -> refuse(
          config, CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean))
      .withCoercionConfig(LogicalType.Integer, config -> refuse(
          config, CoercionInputShape.String, CoercionInputShape.EmptyString, CoercionInputShape.Boolean))
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

  private static void refuse(MutableCoercionConfig config, CoercionInputShape... shapes) {
    for (var shape : shapes) config.setCoercion(shape, CoercionAction.Fail);
  }

  /** Text or number, as the documents write decimals. */
  private static final class Bounded extends StdScalarDeserializer<BigDecimal> {
    private static final long serialVersionUID = 1;

    Bounded() {
      super(BigDecimal.class);
    }

    @Override
    public BigDecimal deserialize(JsonParser in, DeserializationContext context) throws IOException {
      var token = in.currentToken();
      var text = token == JsonToken.VALUE_STRING || token.isNumeric() ? in.getText() : "";
      // BigDecimal reads more: an exponent, a plus, a point at an end, the digits of every script.
      if (text.length() > Limits.LONGEST_DECIMAL || !isDecimal(text)) {
        throw JsonMappingException.from(in, "what is no decimal, or has too many digits");
      }
      return new BigDecimal(text);
    }

    /** {@code -?[0-9]+(\.[0-9]+)?}: a page has hundreds of them. */
    private static boolean isDecimal(String text) {
      var begin = text.startsWith("-") ? 1 : 0;
      var point = text.indexOf('.');
      if (point < 0) return areDigits(text, begin, text.length());
      return areDigits(text, begin, point) && areDigits(text, point + 1, text.length());
    }

    private static boolean areDigits(String text, int from, int to) {
      for (var at = from; at < to; at += 1) {
        if (text.charAt(at) < '0' || text.charAt(at) > '9') return false;
      }
      return from < to;
    }
  }

  static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  static String text(Object value) {
    return tree(value).toString();
  }

  /** Refuses what is no UTF-8 but which Jackson would read. */
  static byte[] inUtf8(byte[] content) throws IOException {
    // Every text of UTF-16 or UTF-32 begins so.
    var isOther = content.length > 1 && (content[0] == 0 || content[1] == 0 || (content[0] & 0xFE) == 0xFE);
    if (isOther) throw new CharConversionException("it is not UTF-8");
    // A decoder that replaces what is wrong is much faster than one that finds it.
    if (new String(content, StandardCharsets.UTF_8).indexOf('\uFFFD') >= 0) {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content));
    }
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
