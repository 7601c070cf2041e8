"""Invented names: of several cultures, made up from syllables, and unusual ones such as users write.

Within a town all names differ, first names too, so that nobody is mistaken for another.
"""

from __future__ import annotations

import re

from sim.answer.scripted.dice import Dice
from sim.training.situations.data_split import belongs, draw, listed

GIVEN = (
    "Mara Tom Edith Jonas Lia Percy Agnes Walter Nell Hugo Ruth Simon Clara Edgar Ivy Stan Beth Owen Maud Felix",
    "Amara Kofi Nala Tunde Zola Kwame Abena Sefu Imani Jabari Thandi Chidi Efua Malik Ayo Dalila Baraka Nia Obi Sade",
    "Mei Jun Hana Kenji Sora Yuki Lin Tao Akira Nari Minh Linh Ryo Emi Haru Wei Ji Suki Daichi Aiko",
    "Sofia Mateo Lucia Diego Ines Rafael Pilar Luis Marisol Paulo Rosa Tomas Elena Ramon Carmen Nuno Alba Thiago Noa Bruno",
    "Priya Arjun Leela Ravi Anika Dev Meera Sunil Kavya Rohan Asha Vikram Nisha Omar Layla Samir Yasmin Farid Noor Idris",
    "Freya Lars Astrid Sven Ingrid Bjorn Liv Aksel Signe Torben Katya Ilya Vesna Milan Zora Pavel Danica Luka Irena Goran",
    "Aroha Tane Keoni Leilani Kai Moana Sefina Tui Malia Rangi Nuka Aputi Siku Ahanu Winona Takoda Aiyana Kele Sitka Chayton",
)
FAMILY = (
    "Lind Reed Okafor Berg Santos Hill Marsh Fenwick Thorne Ashby Coombe Pell Garrick Wren Holt Tarrant Moss Brock Lyle Penn",
    "Mensah Okoye Adeyemi Diallo Banda Nkosi Achebe Mwangi Kamara Toure Abara Osei Dlamini Keita Balogun Sesay Otieno Juma",
    "Tanaka Chen Sato Kim Nguyen Park Mori Zhou Ito Huang Takeda Lim Watanabe Ong Hayashi Liu Pham Kato Feng Ueda",
    "Silva Moreno Vargas Castro Duarte Rojas Ibarra Pinto Salas Navarro Quiroga Leal Fuentes Barros Molina Esteves Prado",
    "Sharma Patel Haddad Rahman Kapoor Aziz Menon Khoury Nair Farouk Bose Mansour Iyer Qureshi Singh Darwish Rao Saleh",
    "Haugen Novak Petrov Nilsen Kovac Dahl Ivanov Holm Marek Lund Sokol Vik Jansen Horvat Strand Babic Eriksen Zelenka",
    "Kahale Parata Tamahana Kealoha Ngata Apela Manu Tuilagi Redbird Kanuha Tavita Mahoe Ropata Whitecloud Hoku Fetu",
)
ONSETS = listed("b,d,f,g,h,j,k,l,m,n,p,r,s,t,v,w,y,z,b,d,k,l,m,n,r,s,t,br,ch,dr,fl,gr,pr,qu,sh,st,th,tr")
VOWELS = listed("a,e,i,o,u,a,e,i,o,u,a,o,ai,ea,ie")
CODAS = ("", "", "", "", "", "", "n", "r", "l", "s", "m", "k", "th", "nd", "rn")
ODD = (
    "Zephyr Pixel Bramble Quill Onyx Juniper Marlow Nimbus Sprocket Ember Wisp Rook Tansy Cog Velvet Domino Fern Jinx Saffron",
    "Moonwhistle Stormcrow Oakenhand Brightwater Ironfoot Dustmoth Greywater Thistledown Nightingale Copperpot Lanternjack "
    "Quickstep Underhill Starling Featherby Blackbriar Hollowell Wickerby Silverpin Tumbledown",
)
_RUDE = re.compile("porn|fu[ck]|shit|[ck]unt|nig|rape|naz|tit|di[ck]k|ars|pis|slut|whor|fag|co[ck]k|[ck]um|poo|sex|wank|kill")
ACCENTS = str.maketrans({"e": "é", "o": "ö", "a": "á", "i": "í", "u": "ü", "n": "ñ"})
Person = tuple[str, str]
"""(full name, first name)."""


def people(dice: Dice, count: int, part: str) -> list[Person]:
    """``count`` people; no word of a name occurs in another name."""
    found: list[Person] = []
    while len(found) < count:
        full, first = person(dice, part)
        taken = {word for pair in found for word in (*pair[0].split(" "), pair[1])}
        if not taken & {*full.split(" "), first}:
            found.append((full, first))
    return found


def person(dice: Dice, part: str) -> Person:
    """One person: first name and family name, of one culture or mixed; one in twenty has a single name."""
    style = dice.below(20)
    if style < 9:
        given, family = _listed(dice)
    elif style < 15:
        given, family = coined(dice, 2), coined(dice, 2)
    elif style < 17:
        given, family = dice.pick(ODD[0].split()), dice.pick(ODD[1].split())
    elif style < 18:
        given, family = _accented(dice), coined(dice, 2)
    elif style < 19:
        given, family = coined(dice, 2), f"{coined(dice, 1)}-{coined(dice, 1)}"
    else:
        given, family = coined(dice, dice.between(2, 3)), ""
    given = given if belongs(given, part) else draw(_another, dice, part)
    return f"{given} {family}".strip(), given


def coined(dice: Dice, syllables: int) -> str:
    """A made-up word with a capital: ``Brailun``."""
    return _clean(dice, syllables).capitalize()


def word(dice: Dice, part: str) -> str:
    """A made-up word: ``glimmel``."""
    return draw(lambda d: _clean(d, d.between(2, 3)), dice, part)


def _clean(dice: Dice, syllables: int) -> str:
    """Syllables that make no rude word."""
    made = "".join(dice.pick(ONSETS) + dice.pick(VOWELS) + dice.pick(CODAS) for _ in range(syllables))
    return _clean(dice, syllables) if _RUDE.search(made) else made


def _listed(dice: Dice) -> Person:
    given = dice.below(len(GIVEN))
    family = given if dice.chance(0.7) else dice.below(len(FAMILY))
    return dice.pick(GIVEN[given].split()), dice.pick(FAMILY[family].split())


def _accented(dice: Dice) -> str:
    name = dice.pick(dice.pick(GIVEN).split())
    at = dice.between(1, len(name) - 1)
    return name[:at] + name[at].translate(ACCENTS) + name[at + 1 :]


def _another(dice: Dice) -> str:
    return dice.pick(dice.pick(GIVEN).split()) if dice.chance(0.5) else coined(dice, 2)
