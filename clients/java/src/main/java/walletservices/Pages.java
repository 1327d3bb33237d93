package walletservices;

import com.fasterxml.jackson.databind.JsonNode;
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
  /**
   * What paging needs of a page, as JSON pointers; null for what another way needs.
   *
   * @param time a member of each item
   */
  public record Shape(String items, String next, String more, String total, String time) {
    /** Which member is missing or has another type; null where none is. */
    String wrong(JsonNode page) {
      var list = page.at(items);
      if (list.isMissingNode() || !list.isNull() && !list.isArray()) return items;
      for (var place = 0; place < list.size(); place += 1) {
        if (!list.get(place).hasNonNull("id")) return items + "/" + place;
        if (time != null && !list.get(place).path(time).isTextual()) return items + "/" + place + "/" + time;
      }
      if (more != null && !page.at(more).isBoolean()) return more;
      if (more != null && page.at(more).asBoolean() && !page.at(next).isTextual()) return next;
      return total == null || page.at(total).isIntegralNumber() && page.at(total).bigIntegerValue().signum() >= 0 ? null : total;
    }
  }

  /** What is given of a page, whether it brought something new, and the inputs of the next one; null where there is none. */
  private record Page<T>(List<T> items, boolean isNew, Map<String, Object> next, String problem) {
    Page(List<T> items, boolean isNew, Map<String, Object> next) {
      this(items, isNew, next, null);
    }
  }

  /** One way through a list. */
  private static final class Reading {
    final Set<Object> ids = new HashSet<>();
    final Set<String> cursors = new HashSet<>();
    private int count;
    private int idle;
  }

  private final Map<String, Object> first;
  private final BiFunction<Map<String, Object>, Reading, Page<T>> way;
  private final int most;

  /** Takes the inputs of the first page, and how a page is read: by its inputs, and what was read before it. */
  private Pages(Map<String, Object> first, int most, BiFunction<Map<String, Object>, Reading, Page<T>> way) {
    this.first = first;
    this.most = most;
    this.way = way;
  }

  /** The same list, of which so many pages are read at most: more is a PagingException. Default: 10,000. */
  public Pages<T> maxPages(int pages) {
    return new Pages<>(first, pages, way);
  }

  /** A page that names the next one. */
  public record Cursor<T>(List<T> items, String next, Boolean more) {}

  /** Each page names the next one, until one says that it is the last. */
  public static <T> Pages<T> byCursor(
      Map<String, Object> inputs, Function<Map<String, Object>, Cursor<T>> call, Function<T, Object> id) {
    return new Pages<>(inputs, Limits.MOST_PAGES, (given, reading) -> {
      var page = call.apply(given);
      var isNew = !fresh(page.items, id, reading).isEmpty();
      if (!page.more) return new Page<>(page.items, isNew, null);
      var isKnown = page.next.isEmpty() || !reading.cursors.add(page.next);
      var problem = isKnown ? "the cursor \"" + page.next + "\" comes again" : null;
      return new Page<>(page.items, isNew, with(given, "cursor", page.next), problem);
    });
  }

  /** A page, and the length of the list. */
  public record Rows<T>(List<T> items, Long total) {}

  /** Each page begins at a row; what moves to the next page while the list is read is given once. */
  public static <T> Pages<T> byRow(
      Map<String, Object> inputs, Function<Map<String, Object>, Rows<T>> call, Function<T, Object> id) {
    return new Pages<>(inputs, Limits.MOST_PAGES, (given, reading) -> {
      var row = ((Number) given.getOrDefault("offset", 0L)).longValue();
      var page = call.apply(with(given, "offset", row));
      if (page.items == null || page.items.isEmpty()) return new Page<>(null, false, null);
      var fresh = fresh(page.items, id, reading);
      var end = row + page.items.size();
      return new Page<>(fresh, !fresh.isEmpty(), end >= page.total ? null : with(given, "offset", end));
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
    return new Pages<>(inputs, Limits.MOST_PAGES, (given, reading) -> {
      var rows = call.apply(given);
      if (rows == null || rows.isEmpty()) return new Page<>(null, false, null);
      var fresh = fresh(rows, id, reading);
      var last = moment.apply(rows.get(rows.size() - 1));
      var before = given.get("offset");
      if (!fresh.isEmpty()) return new Page<>(fresh, !last.equals(before), with(given, "offset", last));
      if (!last.equals(before)) return new Page<>(null, false, given, "after " + before + " comes " + last + " again");
      // A full page of one moment: a longer page may reach beyond it.
      var limit = Integer.parseInt(given.getOrDefault("limit", Limits.MOST_AT_ONE_TIME).toString());
      if (rows.size() < limit || !moment.apply(rows.get(0)).equals(last)) return new Page<>(null, false, null);
      var problem = limit >= Limits.MOST_AT_ONE_TIME ? "more than " + Limits.MOST_AT_ONE_TIME + " items happened at " + last : null;
      return new Page<>(null, false, with(given, "limit", Integer.toString(Math.min(Limits.MOST_AT_ONE_TIME, limit * 2))), problem);
    });
  }

  /** The items that were not there before, which are remembered. */
  private static <T> List<T> fresh(List<T> items, Function<T, Object> id, Reading reading) {
    if (items == null) return List.of();
    return items.stream().filter(item -> reading.ids.add(id.apply(item))).toList();
  }

  private static Map<String, Object> with(Map<String, Object> inputs, String name, Object value) {
    var all = new HashMap<>(inputs);
    all.put(name, value);
    return all;
  }

  private Page<T> read(Page<T> before, Reading reading) {
    if (before.problem != null) throw endless(before.problem);
    if (before.next == null) return null;
    reading.idle = before.isNew ? 0 : reading.idle + 1;
    if (reading.idle >= Limits.MOST_WITHOUT_NEW) throw endless(reading.idle + " pages in a row bring nothing new");
    reading.count += 1;
    if (reading.count > most) throw endless("it has more than " + most + " pages (maxPages)");
    return way.apply(before.next, reading);
  }

  private static PagingException endless(String why) {
    return new PagingException("the list cannot be read to its end: " + why);
  }

  /** Reads from the first page on; each iterator by itself. */
  @Override
  public Iterator<T> iterator() {
    return stream().iterator();
  }

  /** The items as a stream, which asks for no more pages than it is read. */
  public Stream<T> stream() {
    return pages().flatMap(List::stream);
  }

  /** The pages as a stream: the items of each that were not there before. */
  public Stream<List<T>> pages() {
    var reading = new Reading();
    var begin = new Page<T>(null, true, first);
    var pages = Stream.iterate(begin, Objects::nonNull, page -> read(page, reading)).skip(1);
    return pages.map(page -> page.items == null ? List.of() : page.items);
  }
}
