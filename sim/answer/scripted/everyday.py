"""What everybody does every day, in many wordings, each with what it is for: getting up, meals, a break, bed, plain pastimes.

Knows no residents: whoever plans a day picks what suits the hour and the place.
"""

from __future__ import annotations


def _rows(text: str) -> dict[str, str]:
    """``activity > what for`` in each line."""
    return {activity: why for activity, _, why in (row.partition(" > ") for row in text.strip().splitlines())}


MORNINGS = _rows("""
getting up and having breakfast in the doorway > to hear who is up already
getting up and having breakfast with the radio on > for the weather, and for company
getting up and having yesterday's bread for breakfast > toasted, it is as good as new
getting up and having a proper breakfast > was too tired for supper last night
having breakfast and writing a list > there are nine things to do, and time for six
having breakfast standing up > slept ten minutes too long
getting up and having breakfast > nothing goes well on an empty stomach
getting up and making breakfast > the first cup decides about the rest
washing, getting dressed and having breakfast > wants to be out of the door in time
having a slow breakfast > the one half hour that belongs to nobody else
getting up and having breakfast at the window > to see what the weather means to do
getting up and having porridge for breakfast > it has to last until noon
getting up and having breakfast over yesterday's paper > only the crossword is left of it
waking up and getting ready for the day > woke before the alarm, with a head full of lists
getting up and having bread and jam for breakfast > the last of the good jam
getting up and having eggs for breakfast > a long day, by the look of it
""")
WAKING = _rows("""
getting up and washing > cold water helps
waking up and getting dressed > breakfast is elsewhere
getting out of bed with one eye open > the other one follows
""")
BREAKFASTS = _rows("""
having breakfast > too early to talk
having a slow breakfast > the day may wait for the second cup
having breakfast with the others > to hear how everybody slept
""")
BREAKS = _rows("""
having a coffee with whoever is at the window table > they always know something
having a coffee out of the house > four walls are enough until ten
having tea and a bun > breakfast was a long time ago
stepping out for a coffee > the back wants to be straightened
having a coffee and a chat > a change of faces
taking a coffee break > the eyes want something further away
having tea and something sweet > earned, more or less
having a coffee at the counter > news is freshest there
having tea with the paper > to be left alone for half an hour
having something to drink in company > the throat is dry, and there is talk to be had
sitting down with a cup and a bite > nobody works better for not having sat
""")
LUNCHES = _rows("""
having lunch in the sun > it has been waiting out there all morning
having lunch alone > has listened to people since eight
having lunch with whoever is there > to hear something that is not work
having an apple and a pie for lunch > there is only half an hour
having the dish of the day for lunch > somebody else has cooked, which is half of the taste
having lunch > sitting down for once
taking a lunch break > the head has stopped listening
having a quick lunch > the afternoon is full
eating lunch > hungry since eleven
having soup for lunch > cheap, hot and soon done
having yesterday's leftovers for lunch > nothing is thrown away here
having bread and cheese for lunch > with one hand, the other still busy
having a long lunch > nobody is waiting until two
""")
SUPPERS = _rows("""
making a stew for supper > it can do by itself while one sits down
having soup and bread for supper > it was a long day, and soup asks no questions
making noodles for supper > ten minutes, and one pan
having a late supper > was in no hurry to sit down alone
cooking beans for supper > the jar on the shelf has been full since winter
making pancakes for supper > there were two eggs left and nobody to say no
having fish for supper > got it cheap at the end of the day
cooking supper with the window open > the smoke, and to hear the street
having supper > the first quiet minute since noon
cooking and eating dinner > chopping onions clears the head
making supper > the potatoes will not keep
having dinner > was too busy to eat properly at noon
making soup for supper > enough of it for tomorrow too
frying potatoes for supper > there were only potatoes
having a cold supper > no wish to wash up pans
cooking a proper supper > to have done one thing well today
having eggs for supper > quick, and nobody is watching
""")
NIGHTS = _rows("""
setting the alarm and getting ready for bed > does not trust the inner clock on a day like this
putting out the lamps and getting ready for bed > tired, and for the right reasons
washing up the last cup and getting ready for bed > hates to find it there in the morning
writing two lines about the day and getting ready for bed > otherwise they all look the same afterwards
opening the window and getting ready for bed > sleeps better in the cold
getting ready for bed a little early > last night was too short
getting ready for bed > an early start tomorrow
winding down and getting ready for bed > the day goes round in the head otherwise
reading a little before bed > the same page as last night, in all likelihood
laying out tomorrow's clothes and getting ready for bed > one thing less to decide
locking up and getting ready for bed > sleeps badly if a door is forgotten
""")

_PASTIMES = """
pub evening > listening to the argument at the bar > has an opinion and will keep it, perhaps
pub evening > having one glass, not more > promised that to somebody this morning
pub evening > playing darts badly > it is the only sport one can do with a glass
park evening > looking at the sky until it is dark > it has been shut away behind a window all day
park evening > throwing crumbs to the birds > they have come to expect it
park afternoon > sitting on a warm wall for a while > there is nothing to be done there, and that is the point
street evening > walking home by another way > to see lit windows
street evening > going as far as the corner and back > the supper sits heavily
street any > having a word over a fence > the neighbour looked as if there was something
home evening > writing down what the week has cost > wants to know where it all goes
home evening > ironing for tomorrow > there is one clean shirt, and it is creased
home evening > trying an old recipe > it was a grandmother's, and nobody wrote down the oven
home evening > oiling a hinge that squeaks > it has got on the nerves since Sunday
home evening > sharpening the kitchen knives > the tomatoes are being squashed
home evening > soaking the feet and doing nothing else > they have stood since morning
home evening > learning a page by heart > to see whether the head still can
home evening > writing a postcard home > they worry if nothing comes
home evening > mending the lamp by the bed > it has been read by candle for a week
home evening > sorting buttons into jars > it is soothing, and somebody has to
home evening > planning Sunday with a pencil > it should not just trickle away again
home evening > reading the same old book again > wants to be where one knows the way
home evening > doing a crossword left from the weekend > seven down is still missing
home evening > whittling a spoon > the hands are not tired, only the head
home evening > rearranging one shelf > it has looked wrong for months
home evening > waxing the boots > it is going to rain, by the smell
home evening > talking to the plants and watering them > nobody else was talked to without a reason today
home evening > humming and washing up > three days of it
home afternoon > cleaning the windows > the light shows everything now
home morning > shaking out the rugs at the door > one can write one's name in them
park any > taking a walk > the legs want it after a day indoors
park afternoon > sitting on a bench and watching people > it costs nothing and is never the same
park morning > getting some fresh air > before the day closes in
park any > walking once round the long way > thinks better on foot
park evening > walking off the supper > and to see who else is out
cafe morning > having a coffee and reading the paper > to know what everybody will talk about
cafe afternoon > having tea and talking with whoever is there > has talked with hardly anybody today
pub evening > having a drink and talking with whoever is there > an evening alone would be one too many
pub evening > sitting at the end of the bar with one glass > likes to hear other people talk
library afternoon > looking for something to read > finished the last one at midnight
library evening > reading what there is on the new shelf > it is warm and quiet there
shop afternoon > doing the shopping > there is nothing left but mustard
street any > walking about town > to look in on the day
street afternoon > seeing to some errands > they have been on the list since Monday
home evening > reading a book > the chapter broke off at the worst moment
home evening > listening to music > to hear something that wants nothing
home evening > writing a letter > owes an answer since last month
home evening > mending a torn sleeve by the lamp > it has been on the chair for a week
home evening > going over the household money > the month is longer than the purse
home evening > playing a few rounds of patience > whoever wins may go to bed early
home evening > cleaning out one drawer > one a week, that was the plan
home evening > darning socks with the radio on > the hands want to be busy
home evening > putting old pictures in order > somebody asked about one lately
home afternoon > tidying up the house > it has got out of hand since the weekend
home afternoon > having half an hour with closed eyes > the night was short
home afternoon > watering the plants and opening the windows > they hang their heads
home morning > doing the laundry > a drying wind, for once
home morning > sweeping the step and the path > the neighbours have swept theirs
home night > sitting quietly with a cup of tea > not tired yet, and glad of it
home night > looking out of the dark window > to let the day settle
"""
"""Sort of place, part of the day, what is done there, what for."""
_FREE_DAYS = """
home morning > changing the beds > the basket does not close any more
home morning > cleaning the house from top to bottom > only once a week, but then properly
home morning > sleeping off the week with a second pot of tea > nobody can want anything before ten
home afternoon > mending what has waited all week > the chair has three legs since Tuesday
home afternoon > baking something for tomorrow > it smells of a day off
home afternoon > writing to somebody far away > there is so much to tell, and it is always put off
home any > sorting a drawer that nobody opens > looking for one thing, and finding others
cafe morning > having a long breakfast with the paper > all of it, even the fish prices
cafe afternoon > meeting the others for cake > to hear the week from their side
lawn morning > running twice round and walking home > sits too much from Monday to Friday
lawn afternoon > lying in the grass with a book > it is for this that there are free days
shop morning > running the errands of the week > everything is shut after noon
street afternoon > looking into windows without buying > the money is for later
"""


def _kinds(text: str) -> tuple[tuple[str, str, str, str], ...]:
    """(sort of place, part of the day, activity, what for)."""
    rows = (row.split(" > ") for row in text.strip().splitlines())
    return tuple((*where.split(" "), activity, why) for where, activity, why in rows)  # type: ignore[misc]


PASTIMES, FREE_DAYS = _kinds(_PASTIMES), _kinds(_FREE_DAYS)
WHY = {**MORNINGS, **WAKING, **BREAKFASTS, **BREAKS, **LUNCHES, **SUPPERS, **NIGHTS}
"""What for, by activity."""
TOGETHER = {
    "breakfast": ("to have talked a little before the day takes over", "one tells the dreams, the other pours"),
    "supper": (
        "to hear how the day was from the other side", "the only hour that they have to themselves",
        "there is something to be said, or at least eaten", "whoever is home first peels the potatoes",
    ),
}  # fmt: skip
"""What for a meal is had with whom one lives with."""
VISITING = (
    "has not had a real word with them since yesterday", "they looked tired when they met last", "likes the way they laugh",
    "it is on the way, nearly", "there is something to be told, and it will come out by itself",
    "nobody should be by themselves all day", "to be told off a little, or cheered up", "owes them a visit",
    "the work goes better after a bit of talk", "wants to know whether it went well", "somebody has to ask now and then",
    "heard them about early, which is not like them", "only to stand in the door for a moment", "they never come by themselves",
)  # fmt: skip
"""What for one calls on somebody."""
LEFT_OVER = _rows("""
catching up on what has been left lying > it looks at one every time one passes
seeing to the small things that nobody sees > they only show when they are not done
putting the work of the week in order > will be glad of it on Monday
tidying up and making tomorrow's list > a clear table is half of the next day
going on with what was begun on Tuesday > it is only the last bit, as always
""")
"""What there is to do at any work."""
IN_BED = (
    "woke with a head like a bucket", "the legs said no", "nobody ought to catch it", "it is only a cold, and it is enough",
    "somebody will manage without, for one day", "sweat it out, as one was taught", "the throat is all splinters",
)  # fmt: skip
"""Why somebody with a cold does no more."""
FIXED = {
    "going to": (
        "said yes, and is curious by now", "everybody will be there, and they will ask", "to see who sits beside whom",
        "has been looking forward to it since it was told", "promised to come, and to be in time", "not for the food alone",
        "to dance a little, perhaps", "there is somebody to be met there, with luck",
        "nobody likes to be the one who stayed away",
        "it is high time that the town sat at one table", "would be sorry to hear of it only afterwards",
    ),
    "hosting": ("asked them all, and now they come", "wants to see everybody at one table", "it has been thought of for weeks"),
    "getting everything ready": ("it has to stand before the first one knocks", "there are never enough chairs",
                                 "the lamps are still in their box"),
    "drinking": ("one does not talk before it", "the day begins at that counter"),
    "having": ("it is the same every day, and that is what is good about it",),
}  # fmt: skip
"""What for one does what is fixed, by how it begins."""
GOES_ON = (
    "it does not get done by being thought of", "has been at it for weeks and can see the end",
    "an hour a day, that was the promise",
    "it is what one would do if nobody asked", "yesterday it stopped in the middle", "cannot think of anything else anyway",
    "it ought to be finished before the month is", "it goes best before the day gets loud",
)  # fmt: skip
"""What for one goes on with what one is busy with, where nothing better is known."""
TOLD = (
    "it has not been out of mind since {who} told of it", "{who} told it as if it were nothing", "thought of it half the night",
    "nobody else will have asked {who}", "has an idea about it that may help", "it was left in the air last time",
    "wants to be asked like that, too", "{who} looked away while telling it",
)  # fmt: skip
"""What for one looks for somebody because of what they told."""
