package walletservices;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A list that is read page after page, as far as it is iterated. The operations say in which way: {@code paged} in the
 * {@code x-behaviour} of the documents.
 */
public final class Pages<T> implements Iterable<T> {
  /** The documented default of lending's {@code limit}; more is not known to be possible. */
  private static final int MOST = 500;

  /** What is given of a page, and the inputs of the next one; null where there is none. */
  private record Page<T>(List<T> items, Map<String, Object> next) {}

  private final Map<String, Object> first;
  private final BiFunction<Map<String, Object>, Set<Object>, Page<T>> way;

  /** Takes the inputs of the first page, and how a page is read: by its inputs, and what was seen before it. */
  private Pages(Map<String, Object> first, BiFunction<Map<String, Object>, Set<Object>, Page<T>> way) {
    this.first = first;
    this.way = way;
  }

  /** A page that names the next one. */
  public record Cursor<T>(List<T> items, String next, Boolean more) {}

  /** Each page names the next one, until one says that it is the last. */
  public static <T> Pages<T> byCursor(Map<String, Object> inputs, Function<Map<String, Object>, Cursor<T>> call) {
    return new Pages<>(inputs, (given, seen) -> {
      var page = call.apply(given);
      if (!Boolean.TRUE.equals(page.more)) return new Page<>(page.items, null);
      if (page.next == null || page.next.isEmpty() || !seen.add(page.next)) {
        throw new PagingException("the list cannot be read to its end: the cursor \"" + page.next + "\" comes again");
      }
      return new Page<>(page.items, with(given, "cursor", page.next));
    });
  }

  /** A page, and the length of the list. */
  public record Rows<T>(List<T> items, Long total) {}

  /** Each page begins at a row; what moves to the next page while the list is read is given once. */
  public static <T> Pages<T> byRow(
      Map<String, Object> inputs, Function<Map<String, Object>, Rows<T>> call, Function<T, Object> id) {
    return new Pages<>(inputs, (given, seen) -> {
      var row = ((Number) given.getOrDefault("offset", 0L)).longValue();
      var page = call.apply(with(given, "offset", row));
      if (page.items == null || page.items.isEmpty()) return new Page<>(null, null);
      var fresh = page.items.stream().filter(item -> seen.add(id.apply(item))).toList();
      var end = row + page.items.size();
      return new Page<>(fresh, end >= page.total ? null : with(given, "offset", end));
    });
  }

  /**
   * Each page begins at the moment of the last item of the page before, until one brings nothing new. Whether that
   * moment belongs to the page the documents leave open: an item that comes again is given once.
   */
  public static <T> Pages<T> byTime(
      Map<String, Object> inputs,
      Function<Map<String, Object>, List<T>> call,
      Function<T, Object> id,
      Function<T, String> moment) {
    return new Pages<>(inputs, (given, seen) -> {
      var rows = call.apply(given);
      if (rows == null || rows.isEmpty()) return new Page<>(null, null);
      var fresh = rows.stream().filter(item -> !seen.contains(id.apply(item))).toList();
      var last = moment.apply(rows.get(rows.size() - 1));
      if (!fresh.isEmpty()) {
        seen.clear();
        rows.forEach(item -> seen.add(id.apply(item)));
        return new Page<>(fresh, with(given, "offset", last));
      }
      // A full page of one moment: a longer page may reach beyond it.
      var limit = Integer.parseInt(given.getOrDefault("limit", MOST).toString());
      if (rows.size() < limit || rows.stream().anyMatch(item -> !moment.apply(item).equals(last))) {
        return new Page<>(null, null);
      }
      if (limit >= MOST) throw new PagingException("more than " + MOST + " items happened at " + last);
      return new Page<>(null, with(given, "limit", Integer.toString(Math.min(MOST, limit * 2))));
    });
  }

  private static Map<String, Object> with(Map<String, Object> inputs, String name, Object value) {
    var all = new HashMap<>(inputs);
    all.put(name, value);
    return all;
  }

  /** Reads from the first page on; each iterator by itself. */
  @Override
  public Iterator<T> iterator() {
    return stream().iterator();
  }

  /** The items as a stream, which asks for no more pages than it is read. */
  public Stream<T> stream() {
    var seen = new HashSet<Object>();
    var pages = Stream.iterate(
        new Page<T>(null, first), Objects::nonNull, page -> page.next == null ? null : way.apply(page.next, seen));
    return pages.flatMap(page -> Stream.ofNullable(page.items).flatMap(List::stream));
  }
}
