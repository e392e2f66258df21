"""Makes the invented claims of claims.jsonl out of its passages and correct claims.

In goes claims.jsonl: lines with `passage`, and lines of kind "correct" that were written by hand. Out comes the
same file with 300 lines of ten kinds of inventions after them, 30 a kind; the seed makes them the same every time.
Half of the passages ("tune") may be looked at while the checking is written, the other half may not.
"""

import json
import random
import re
import sys

PATH = sys.argv[1] if len(sys.argv) > 1 else "tests/cases/claims.jsonl"
PER_KIND = 30
NUMBERS = "dos tres cinco seis siete diez doce veinte treinta sesenta catorce veintiuno cuarenta".split()
NUMBERS_EN = "two three five six seven ten twelve twenty thirty sixty fourteen ninety forty".split()
PLACES = ["Burgos", "Málaga", "Delaware", "Texas", "California", "Pennsylvania", "Inglaterra", "England", "New York",
          "Spanish", "española", "German", "alemana", "Kenway", "VELCO", "AGI", "GINARES", "Excite", "IBC", "Motorola",
          "Good Sam", "Tarrant County", "DOE", "Astaxanthin", "Ley 31/1995", "Spain", "España", "canario"]
OTHER_NAMES = {"es": ["Zamora", "Nevada", "Portugal", "Cerámicas Altozano", "Quintana Roldán"],
               "en": ["Nevada", "Ohio", "Zentrix", "Halberd Corp.", "Portugal", "Marlow Finch"]}
UNITS = [("días", "meses"), ("meses", "años"), ("años", "meses"), ("days", "months"), ("months", "years"),
         ("years", "months"), ("€", "$"), ("euros", "dollars"), ("EUR ", "USD "), ("semana", "mes"),
         ("week", "month"), ("mensuales", "anuales"), ("a month", "a week"), ("a year", "a month"), ("al año", "al mes"),
         ("each day", "each week"), ("cada día", "cada hora"), ("al mes", "al día"), ("mensualidades", "anualidades"),
         ("mes ", "año "), ("euros", "pounds"), ("days'", "weeks'"), ("%", " euros"), ("€", "£")]
NEGATIONS = [("no puede", "puede"), ("no podrá", "podrá"), ("no pueden", "pueden"), ("may not", "may"),
             ("must not", "must"), ("cannot", "can"), ("Neither party may", "Either party may"), ("puede", "no puede"),
             ("pueden", "no pueden"), ("podrá", "no podrá"), ("debe", "no debe"), ("deben", "no deben"),
             ("se rige", "no se rige"), ("dura", "no dura"), ("paga", "no paga"), ("asciende", "no asciende"),
             ("corresponde", "no corresponde"), ("may", "may not"), ("must", "must not"), ("is governed", "is not governed"),
             ("governs", "does not govern"), ("is", "is not"), ("are", "are not"), ("tienen", "no tienen"), ("can", "cannot"),
             ("se someten", "no se someten"), ("responde", "no responde"), ("es", "no es"), ("applies", "does not apply"),
             ("gives", "does not give"), ("No Party may", "Any Party may"), ("Ninguna parte puede", "Cualquier parte puede")]
MODALS = [("no puede", None), ("no pueden", None), ("no podrá", None), ("may not", None), ("must not", None),
          ("puede", "debe"), ("pueden", "deben"), ("may", "must"), ("can", "must"), ("debe", "puede"),
          ("deben", "pueden"), ("must", "may"), ("needs", "may skip"), ("paga", "puede pagar"), ("pays", "may pay")]
SIDES = [("Arrendataria", "Arrendadora"), ("tenant", "landlord"), ("Prestataria", "Prestamista"),
         ("borrower", "lender"), ("Licenciataria", "Licenciante"), ("licensee", "licensor"),
         ("Distribuidora", "Fabricante"), ("distributor", "manufacturer"), ("arrendador", "arrendatario"),
         ("Receptora", "Reveladora"), ("receptora", "reveladora"), ("receiving party", "disclosing party"),
         ("Receiving Party", "Disclosing Party"), ("asegurador", "asegurado"), ("insurer", "insured"), ("AGI", "the Company"),
         ("Client", "Excite"), ("cliente", "Excite"), ("Company", "Executive"), ("Recipient", "Discloser"), ("Lessor", "Lessee"),
         ("Supplier", "Customer")]


def word(text):
    """Returns a pattern for `text` where no word goes on at its ends."""
    start = r"(?<!\w)" if re.match(r"\w", text) else ""
    return start + re.escape(text) + (r"(?!\w)" if re.match(r"\w", text[-1]) else "")


def digit(case, rng, _):
    found = [m for m in re.finditer(r"\d+", case["text"])]
    if found:
        m = rng.choice(found)
        value = m.group()
        at = rng.randrange(len(value))
        new = value[:at] + rng.choice([d for d in "123456789" if d != value[at]]) + value[at + 1:]
        return case["text"][:m.start()] + new + case["text"][m.end():]
    for numbers in (NUMBERS, NUMBERS_EN):
        for number in numbers:
            if re.search(word(number), case["text"], re.I):
                return re.sub(word(number), rng.choice([n for n in numbers if n != number]), case["text"], count=1, flags=re.I)
    return None


def replaced(pairs, text, rng):
    usable = [(a, b) for a, b in pairs if b is not None and re.search(word(a), text)]
    blocked = [a for a, b in pairs if b is None and re.search(word(a), text)]
    if not usable or blocked:
        return None
    a, b = usable[0]
    return re.sub(word(a), lambda _: b, text, count=1)


def unit(case, rng, _):
    pairs = UNITS[:]
    rng.shuffle(pairs)
    return replaced(pairs, case["text"], rng)


def name(case, rng, book):
    places = [p for p in PLACES if re.search(word(p), case["text"])]
    if places:
        return re.sub(word(places[0]), rng.choice(OTHER_NAMES[case["lang"]]), case["text"], count=1)
    parties = book["parties"].get(case["source"])
    if not parties or rng.random() < 0.5:
        return None
    other = rng.choice([p for q in book["parties"].values() for p in q if p not in parties])
    lead = "En el contrato con {}, " if case["lang"] == "es" else "Under the contract with {}, "
    return lead.format(other) + case["text"][0].lower() + case["text"][1:]


def denies(text):
    return re.search(r"\b(no|not|neither|none|nothing|cannot|ni|ninguna|ningún|without|sin|never)\b", text, re.I)


def negation(case, rng, _):
    # Denying twice would be no invention.
    taken = [pair for pair in NEGATIONS if not denies(case["text"]) or denies(pair[0])]
    return replaced(taken, case["text"], rng)


def modality(case, rng, _):
    # "Neither may" and "neither must" say the same.
    return None if denies(case["text"]) else replaced(MODALS, case["text"], rng)


def sides(case, rng, _):
    text = case["text"]
    for a, b in SIDES:
        if re.search(word(a), text) or re.search(word(b), text):
            mark = "\0"
            text = re.sub(word(a), mark, text)
            text = re.sub(word(b), a, text)
            return text.replace(mark, b)
    return None


def lower(text):
    return text[0].lower() + text[1:]


def invented_quote(case, rng, _):
    words = case["quotes"][0].split()
    way = rng.randrange(3)
    if way == 0:
        return {"quote": case["text"].rstrip(".")}
    at = rng.randrange(len(words) // 2, len(words))
    if way == 1:
        words[at:at + 1] = ["efectivamente" if case["lang"] == "es" else "accordingly", words[at]]
    else:
        del words[at - 1]
    return {"quote": " ".join(words)}


def spliced(case, rng, book):
    words = case["quotes"][0].split()
    if len(words) < 10:
        return None
    if rng.random() < 0.5:
        third = len(words) // 3
        return {"quote": " ".join(words[:third] + words[2 * third:])}
    other = rng.choice([p for p in book["passages"].values() if p["lang"] == book["passages"][case["source"]]["lang"]
                        and p["passage"] != case["source"]])
    tail = other["text"].split()
    joint = rng.choice([" … ", " ... ", " "])
    return {"quote": " ".join(words[:len(words) // 2]) + joint + " ".join(tail[len(tail) // 2:]), "with": other["passage"]}


def twin(case, rng, book):
    here = book["passages"][case["source"]]
    alike = [p for p in book["passages"].values() if p["lang"] == here["lang"] and p["passage"] != here["passage"]
             and p.get("topic") == here.get("topic") and p["passage"][0] == here["passage"][0]]
    if not alike:
        return None
    other = rng.choice(alike)
    parties = book["parties"].get(other["passage"])
    if parties and rng.random() < 0.5:
        # The claim speaks of the other contract, and quotes this one.
        lead = "En el contrato con {}, " if case["lang"] == "es" else "Under the contract with {}, "
        apart = [p for p in parties if p not in book["parties"].get(case["source"], [])]
        return {"text": lead.format(rng.choice(apart)) + lower(case["text"]), "with": other["passage"]} if apart else None
    return {"cited": other["passage"], "with": other["passage"]}


def dates(case, rng, book):
    """The figure of one clause with the words of another, both in one passage."""
    here = book["passages"][case["source"]]
    figures = re.findall(r"\d[\d.,/]*\d|\d", case["text"])
    others = [c for c in book["correct"] if c["source"] != case["source"] and c["lang"] == case["lang"]
              and book["passages"][c["source"]]["lang"] == here["lang"] and c["source"][0] == case["source"][0]]
    rng.shuffle(others)
    pattern = r"\d{1,2} de \w+ de \d{4}|\d{1,2} \w+ \d{4}|\b\d+ (?:días|meses|años|days|months|years|€|euros)"
    mine = re.search(pattern, case["text"])
    if not mine:
        return None
    for other in others:
        theirs = re.search(pattern, other["text"])
        if not theirs or theirs.group() == mine.group() or theirs.group().split()[-1] != mine.group().split()[-1]:
            if not (theirs and re.search(r"\d{4}$", theirs.group()) and re.search(r"\d{4}$", mine.group()) and theirs.group() != mine.group()):
                continue
        there = book["passages"][other["source"]]["text"].strip()
        text = here["text"].strip()
        way = rng.randrange(3)
        joined = text + " " + there if way != 1 else text.rstrip(".") + ("; asimismo, " if here["lang"] == "es" else "; and ") + lower(there)
        quote = case["quotes"][0] if way == 2 else " ".join(joined.split())
        return {"text": case["text"].replace(mine.group(), theirs.group(), 1), "joined": joined, "quote": quote}
    return None


KINDS = {"digit": digit, "unit": unit, "name": name, "invented_quote": invented_quote, "spliced_quote": spliced,
         "near_identical": twin, "negation": negation, "obligation": modality, "parties_swapped": sides, "other_clause": dates}


def main():
    rows = [json.loads(line) for line in open(PATH, encoding="utf-8")]
    head = [row for row in rows if "note" in row]
    passages = {row["passage"]: row for row in rows if "passage" in row and not row.get("joined")}
    correct = [row for row in rows if row.get("kind") == "correct"]
    for row in correct:
        row["source"] = row["sources"][0]
        row["quotes"] = [citation["quote"] for citation in row["citations"]]
    parties = {key: re.findall(r"\(([^()]*)\)$", row["document"])[0].split(" / ")
               for key, row in passages.items() if key.startswith("C")}
    book = {"passages": passages, "correct": correct, "parties": parties}
    joined, out = [], []
    for kind, make in KINDS.items():
        rng = random.Random("claims/" + kind)
        made, tried = [], 0
        while len(made) < PER_KIND and tried < 4000:
            case = rng.choice(correct)
            tried += 1
            result = make(case, rng, book)
            if result is None:
                continue
            result = result if isinstance(result, dict) else {"text": result}
            sources = list(case["sources"])
            if "with" in result and result["with"] not in sources:
                sources.append(result["with"])
            quotes = [result["quote"]] if "quote" in result else case["quotes"]
            if "joined" in result:
                key = f"J{len(joined)}"
                joined.append({**passages[case["source"]], "passage": key, "text": result["joined"], "joined": True})
                sources[0] = key
            number = 1
            if "cited" in result:
                # Cited from the other contract, in which it does not stand.
                number = sources.index(result["cited"]) + 1
            row = {"id": "", "kind": kind, "half": case["half"], "lang": case["lang"], "from": case["id"], "sources": sources,
                   "text": result.get("text", case["text"]), "citations": [{"source": number, "quote": quote} for quote in quotes]}
            if all((row["text"], row["citations"]) != (other["text"], other["citations"]) for other in made):
                made.append(row)
        for at, row in enumerate(made):
            row["id"] = f"{kind}-{at + 1:02}"
        if len(made) < PER_KIND:
            print(f"{kind}: only {len(made)}", file=sys.stderr)
        out += made
    for row in correct:
        del row["source"], row["quotes"]
    with open(PATH, "w", encoding="utf-8") as file:
        for row in head + list(passages.values()) + joined + correct + out:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
