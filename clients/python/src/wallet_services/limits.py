# Generated from clients/limits.json. Do not edit.
"""What the clients of all languages share. Durations are in seconds."""

ATTEMPTS = 3
"""Attempts of a call, the first included."""

DELAY = 0.2
"""Longest wait before the second attempt; it doubles with each."""

LONGEST_WAIT = 30.0
"""Longest wait that a service may ask for; beyond it, its answer is the outcome."""

TIMEOUT = 10.0
"""Longest duration of one attempt."""

RETRIED_STATUSES = (429, 502, 503, 504)
"""Statuses that mean `not now`: too many requests, and those of gateways."""

LONGEST_ANSWER = 67_108_864
"""Longest answer in bytes; a longer one is malformed."""

LONGEST_REFUSAL = 1_048_576
"""Longest refusal in bytes; a longer one is cut."""

LONGEST_MESSAGE = 300
"""Longest message of an error in characters; a longer one is cut."""

LONGEST_DECIMAL = 10_000
"""Longest decimal in characters: reading more takes time that grows with their square."""

MOST_PAGES = 10_000
"""Most pages of a list."""

MOST_WITHOUT_NEW = 100
"""Most pages in a row without a new item: after them, the list counts as endless."""

MOST_AT_ONE_TIME = 500
"""Most items with one time, in a list that is paged by time: the longest page that services send."""

LONGEST_BLOCK = 20.0
"""Longest wait of one request for a turn: connections that are silent for longer are cut on the way."""

SHORTEST_BLOCK = 0.25
"""Shortest time between two requests for a turn, for a service that answers 408 at once."""
