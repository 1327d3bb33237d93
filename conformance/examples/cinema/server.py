"""A server of the cinema: Python's standard library alone, in memory, on the loopback interface.

usage: python3 server.py [PORT]    (default: 8090; 0 takes a free one). Prints its address and serves until it is ended.
"""

import json
import re
import sys
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

CARDS = {"card-of-ada": "ada", "card-of-grace": "grace"}
DESK_KEY = "key-of-the-desk"
SEATS = ("stalls", "balcony", "wheelchair")
HOUSES = {"REX": "Rex", "ODEON": "Odeon", "LUX": "Lux"}
FIRST_EVENING = 1_767_290_400
TITLES = (
    ("Metropolis", 1927, 153), ("Nosferatu", 1922, 94), ("M", 1931, 111), ("Safety Last!", 1923, 73), ("Faust", 1926, 106),
    ("City Lights", 1931, 87), ("Sunrise", 1927, 94), ("Der blaue Engel", 1930, 106), ("Vampyr", 1932, 75),
    ("The General", 1926, 79), ("Pandora", 1929, 133), ("Asphalt", 1929, 93), ("Häxan", 1922, 106), ("Variety", 1925, 95),
    ("Das Cabinet", 1920, 77), ("The Kid", 1921, 53), ("Zuflucht", 1928, 92),
)  # fmt: skip

lock = threading.RLock()
films = {
    number: {"id": number, "title": title, "year": year, "minutes": minutes}
    for number, (title, year, minutes) in enumerate(TITLES, 1)
}
screenings = {
    f"s-{number:03}": {
        "id": f"s-{number:03}",
        "film_id": number % 11 + 1,
        "house": ("REX", "ODEON", "REX", "LUX")[number % 4],
        "starts_at": FIRST_EVENING + number * 9_000,
        "seats": 40 + number,
        "taken": number % 23,
    }
    for number in range(1, 38)
}
reviews, praise, bookings = {}, {}, {}


def add_review(film, text, stars, written_at):
    number = len(reviews) + 1
    review = {"id": number, "film_id": film, "text": text, "stars": stars, "helpful": 0, "written_at": written_at}
    reviews[number], praise[number] = review, set()
    return review


def add_booking(holder, screening, seat, companion, booked_at):
    booking = {"id": str(uuid.uuid4()), "screening_id": screening, "seat": seat, "holder": holder, "booked_at": booked_at}
    bookings[booking["id"]] = booking if companion is None else {**booking, "companion": companion}
    return bookings[booking["id"]]


for place in range(72):
    add_review(place % 3 + 1, f"Thought of after {place} days.", place % 5 + 1, FIRST_EVENING + place * 3_600)
for place in range(48):
    add_booking(("ada", "grace")[place % 2], f"s-{place % 37 + 1:03}", SEATS[place % 2], None, FIRST_EVENING - place * 600)


class Refused(Exception):
    def __init__(self, status, error):
        super().__init__(error)
        self.status = status


def number_in(query, name, default):
    if not re.fullmatch(r"\d{1,9}", query.get(name, "0")):
        raise Refused(400, f"{name} is a whole number")
    return int(query.get(name, default))


def limit_in(query, default, maximum):
    if number_in(query, "limit", default) < 1:
        raise Refused(400, "limit is 1 or more")
    return min(number_in(query, "limit", default), maximum)


def page_of(name, items, query, default, maximum):
    limit, start, after = limit_in(query, default, maximum), 0, query.get("after")
    if after is not None:
        start = next((place + 1 for place, item in enumerate(items) if str(item["id"]) == after), None)
        if start is None:
            raise Refused(400, "after is none that was given")
    page = items[start : start + limit]
    more = start + limit < len(items)
    return {name: page, "next": str(page[-1]["id"]) if more else "", "more": more}


def found(things, key):
    if key not in things:
        raise Refused(404, "there is no such thing")
    return things[key]


def numbered(things, text):
    return found(things, int(text) if re.fullmatch(r"[1-9]\d{0,8}", text) else None)


def text_in(body, name):
    value = body.get(name)
    if not isinstance(value, str) or value.strip() == "":
        raise Refused(400, f"{name} is a text")
    return value.strip()


def by_time(things, member, newest_first):
    return sorted(things, key=lambda one: (one[member], str(one["id"]).zfill(36)), reverse=newest_first)


def list_films(ask):
    return 200, page_of("films", sorted(films.values(), key=lambda film: film["title"]), ask.query, 5, 12)


def list_houses(_ask):
    held = [screening["house"] for screening in screenings.values()]
    return 200, [{"code": code, "name": name, "screenings": held.count(code)} for code, name in HOUSES.items()]


def list_screenings(ask):
    items = by_time(screenings.values(), "starts_at", False)
    skip, limit = number_in(ask.query, "skip", 0), limit_in(ask.query, 20, 200)
    return 200, {"items": items[skip : skip + limit], "total": len(items)}


def list_programme(ask):
    house = ask.headers.get("X-House") or ask.query.get("house")
    if house not in HOUSES:
        raise Refused(400, "name a house in the header X-House or in the query")
    return 200, [one for one in by_time(screenings.values(), "starts_at", False) if one["house"] == house]


def list_reviews(ask, film):
    number = numbered(films, film)["id"]
    own = [review for review in reviews.values() if review["film_id"] == number]
    return 200, page_of("reviews", by_time(own, "written_at", True), ask.query, 5, 20)


def stars_in(body):
    stars = body.get("stars")
    if type(stars) is not int or not 1 <= stars <= 5:
        raise Refused(400, "stars are 1 to 5")
    return stars


def write_review(ask, film):
    ask.visitor()
    number, body = numbered(films, film)["id"], ask.body()
    return 201, add_review(number, text_in(body, "text"), stars_in(body), int(time.time()))


def revise_review(ask, review):
    ask.visitor()
    told, body = numbered(reviews, review), ask.body()
    text = text_in(body, "text") if "text" in body else told["text"]
    stars = stars_in(body) if "stars" in body else told["stars"]
    told.update(text=text, stars=stars)
    return 200, told


def praise_review(ask, review, add=True):
    visitor, told = ask.visitor(), numbered(reviews, review)
    (praise[told["id"]].add if add else praise[told["id"]].discard)(visitor)
    told["helpful"] = len(praise[told["id"]])
    return 200, told


def book(ask):
    visitor, body = ask.visitor(), ask.body()
    screening, seat, companion = text_in(body, "screening_id"), body.get("seat"), body.get("companion")
    if screening not in screenings or seat not in SEATS:
        raise Refused(400, "there is no such screening or seat")
    if companion is not None or seat == "wheelchair":
        companion = text_in(body, "companion")
    return 201, add_booking(visitor, screening, seat, companion, int(time.time()))


def own_bookings(ask):
    visitor = ask.visitor()
    return {booking["id"]: booking for booking in bookings.values() if booking["holder"] == visitor}


def attendance(ask, screening):
    if ask.headers.get("X-Desk-Key") != DESK_KEY:
        raise Refused(401, "this is for the desk")
    told = found(screenings, screening)
    return 200, {"id": told["id"], "came": told["taken"] // 2, "stayed_away": told["taken"] - told["taken"] // 2}


ROUTES = (
    ("GET", "/films", list_films),
    ("GET", "/films/([^/]+)", lambda ask, film: (200, numbered(films, film))),
    ("GET", "/films/([^/]+)/reviews", list_reviews),
    ("POST", "/films/([^/]+)/reviews", write_review),
    ("GET", "/reviews/([^/]+)", lambda ask, review: (200, numbered(reviews, review))),
    ("PATCH", "/reviews/([^/]+)", revise_review),
    ("PUT", "/reviews/([^/]+)/helpful", praise_review),
    ("DELETE", "/reviews/([^/]+)/helpful", lambda ask, review: praise_review(ask, review, add=False)),
    ("GET", "/houses", list_houses),
    ("GET", "/screenings", list_screenings),
    ("GET", "/screenings/([^/]+)", lambda ask, screening: (200, found(screenings, screening))),
    ("GET", "/programme", list_programme),
    ("POST", "/bookings", book),
    ("GET", "/bookings", lambda ask: (200, page_of("bookings", list(own_bookings(ask).values()), ask.query, 5, 20))),
    ("GET", "/bookings/([^/]+)", lambda ask, booking: (200, found(own_bookings(ask), booking.lower()))),
    ("GET", "/attendance/([^/]+)", attendance),
)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # One packet an answer.

    log_message = lambda *_: None  # noqa: E731

    def visitor(self):
        word, _, card = self.headers.get("Authorization", "").partition(" ")
        if word.lower() != "bearer" or card not in CARDS:
            raise Refused(401, "show a card")
        return CARDS[card]

    def body(self):
        try:
            body = json.loads(self.sent)
        except ValueError:
            raise Refused(400, "the body is no JSON") from None
        if not isinstance(body, dict):
            raise Refused(400, "the body is an object")
        return body

    def answer(self):
        url = urlsplit(self.path)
        self.query = dict(parse_qsl(url.query, keep_blank_values=True))
        self.sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        for method, path, handle in ROUTES:
            fits = re.fullmatch(path, url.path)
            if fits and method == self.command:
                with lock:
                    return handle(self, *map(unquote, fits.groups()))
        raise Refused(404, "there is no such path")

    def handle_request(self):
        try:
            status, value = self.answer()
        except Refused as refused:
            status, value = refused.status, {"error": str(refused)}
        text = json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_request


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8090), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
