package walletservices;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A list that is read page after page, as far as it is iterated. The operations say in which way: {@code paged} in the
 * {@code x-behaviour} of the documents.
 */
public final class Pages<T> implements Iterable<T> {
  /** The documented default of lending's {@code limit}; more is not known to be possible. */
  private static final int MOST = 500;

  /** Reads a page into a queue. Returns the inputs of the next page; null where there is none. */
  private interface Reader<T> {
    Map<String, Object> read(Map<String, Object> inputs, Queue<T> items);
  }

  private final Map<String, Object> first;
  private final java.util.function.Supplier<Reader<T>> way;

  private Pages(Map<String, Object> first, java.util.function.Supplier<Reader<T>> way) {
    this.first = first;
    this.way = way;
  }

  /** Each page names the next one, until one says that it is the last. */
  public static <P, T> Pages<T> byCursor(
      Function<Map<String, Object>, P> call,
      Map<String, Object> inputs,
      Function<P, List<T>> items,
      Function<P, String> next,
      Function<P, Boolean> more) {
    return new Pages<>(inputs, () -> {
      var seen = new HashSet<String>();
      return (given, queue) -> {
        var page = call.apply(given);
        queue.addAll(listOf(items.apply(page)));
        if (!Boolean.TRUE.equals(more.apply(page))) return null;
        var cursor = next.apply(page);
        if (cursor == null || cursor.isEmpty() || !seen.add(cursor)) {
          throw new PagingException("the list cannot be read to its end: the cursor \"" + cursor + "\" comes again");
        }
        return with(given, "cursor", cursor);
      };
    });
  }

  /** Each page begins at a row; what moves to the next page while the list is read is given once. */
  public static <P, T> Pages<T> byRow(
      Function<Map<String, Object>, P> call,
      Map<String, Object> inputs,
      Function<P, List<T>> items,
      Function<P, Long> total,
      Function<T, Object> id) {
    return new Pages<>(inputs, () -> {
      var seen = new HashSet<Object>();
      return (given, queue) -> {
        var row = ((Number) given.getOrDefault("offset", 0L)).longValue();
        var page = call.apply(with(given, "offset", row));
        var rows = listOf(items.apply(page));
        for (var item : rows) if (seen.add(id.apply(item))) queue.add(item);
        var end = row + rows.size();
        return rows.isEmpty() || end >= total.apply(page) ? null : with(given, "offset", end);
      };
    });
  }

  /**
   * Each page begins at the moment of the last item of the page before, until one brings nothing new. Whether that
   * moment belongs to the page the documents leave open: an item that comes again is given once.
   */
  public static <P, T> Pages<T> byTime(
      Function<Map<String, Object>, P> call,
      Map<String, Object> inputs,
      Function<P, List<T>> items,
      Function<T, Object> id,
      Function<T, String> moment) {
    return new Pages<>(inputs, () -> {
      var seen = new HashSet<Object>();
      return (given, queue) -> {
        var rows = listOf(items.apply(call.apply(given)));
        if (rows.isEmpty()) return null;
        var fresh = rows.stream().filter(item -> !seen.contains(id.apply(item))).toList();
        queue.addAll(fresh);
        var last = moment.apply(rows.get(rows.size() - 1));
        if (!fresh.isEmpty()) {
          seen.clear();
          rows.forEach(item -> seen.add(id.apply(item)));
          return with(given, "offset", last);
        }
        // A full page of one moment: a longer page may reach beyond it.
        var limit = Integer.parseInt(given.getOrDefault("limit", MOST).toString());
        if (rows.size() < limit || rows.stream().anyMatch(item -> !moment.apply(item).equals(last))) return null;
        if (limit >= MOST) throw new PagingException("more than " + MOST + " items happened at " + last);
        return with(given, "limit", Integer.toString(Math.min(MOST, limit * 2)));
      };
    });
  }

  private static <T> List<T> listOf(List<T> items) {
    return items == null ? List.of() : items;
  }

  private static Map<String, Object> with(Map<String, Object> inputs, String name, Object value) {
    var all = new HashMap<>(inputs);
    all.put(name, value);
    return all;
  }

  /** Reads from the first page on; each iterator by itself. */
  @Override
  public Iterator<T> iterator() {
    var reader = way.get();
    return new Iterator<>() {
      private final Queue<T> queue = new ArrayDeque<>();
      private Map<String, Object> next = first;

      @Override
      public boolean hasNext() {
        while (queue.isEmpty() && next != null) next = reader.read(next, queue);
        return !queue.isEmpty();
      }

      @Override
      public T next() {
        if (!hasNext()) throw new NoSuchElementException();
        return queue.remove();
      }
    };
  }

  /** The items as a stream, which asks for no more pages than it is read. */
  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }
}
