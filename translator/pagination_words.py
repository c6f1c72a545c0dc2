"""Own the names that parameters, members and headers of pagination go by.

Names are compared flat: lower case, letters and digits only, so that `page[after]`,
`pageAfter` and `page_after` are one. Names prove nothing alone: `pagination` asks for
parameter and answer to fit. Pure.
"""

import re
from functools import lru_cache

_NOT_FLAT = re.compile(r"[^a-z0-9]+")


@lru_cache(maxsize=8192)
def flat(name: str) -> str:
    """Return a name in lower case without what separates its words."""
    return _NOT_FLAT.sub("", name.lower())


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Parameters that take a cursor. Those of `WEAK_CURSORS` are as often something else, and count
#: only where the answer gives a member of the same family.
CURSORS = _names(
    "cursor nextcursor pagecursor startcursor pagetoken nextpagetoken nexttoken "
    "continuationtoken continuation continue startingafter after afterid pageafter marker "
    "startafter scrollid bookmark paginationtoken paginationkey pagekey pagestate startkey "
    "exclusivestartkey lastkey lastevaluatedkey nextkey nextpage next nextmarker resumptiontoken "
    "aftercursor nextpagecursor nextpagekey searchafter iterator"
)
WEAK_CURSORS = _names("token start from lastid resumetoken key position")
#: Parameters whose cursor is the id of the last item that was seen.
LAST_SEEN = _names("startingafter afterid startafter lastid after")
#: Cursors that ask for what comes from somewhere on, beside an answer that says `next`.
FROM_NEXT = _names("start from")

OFFSETS = _names("offset skip startindex firstresult startat startposition recordoffset")
#: JSON:API spells its offset so; `pageOffset` elsewhere counts pages as often as items.
BRACKETED_OFFSET = "page[offset]"
#: Offsets only beside a page size, and where nothing speaks of a range.
WEAK_OFFSETS = _names("start from first position")
RANGE_ENDS = _names("end to until stop enddate endtime till before")
PAGES = _names(
    "page pagenumber pageno pagenum pageindex currentpage pagenr requestedpage pagepage "
    "paginationpage"
)
WEAK_PAGES = _names("p pg")
SIZES = _names(
    "limit perpage pagesize maxresults max size count top take rows pagelimit resultsperpage "
    "itemsperpage hitsperpage maxitems maxresultcount numresults pagecount recordsperpage "
    "amount num n pageperpage paginationlimit maxrecords maxentries itemcount entriesperpage length"
)

#: Members that hold the next cursor.
NEXT_CURSORS = _names(
    "nextcursor nextpagetoken nexttoken nextpagecursor continuationtoken nextcontinuationtoken "
    "endcursor cursornext nextkey nextmarker nextpagekey lastevaluatedkey "
    "nextpaginationtoken nextid nextstartkey nextaftercursor nextresumptiontoken "
    "aftercursor resumetoken nextpageid nextoffset nextbookmark nextposition nextstart "
    "nextiterator"
)
#: Members that hold the next cursor only beside a cursor parameter of the same family.
WEAK_NEXT_CURSORS = _names(
    "next after cursor marker continue continuation bookmark scrollid paginationtoken nextpage "
    "lastid lastkey offset token pagetoken paginationkey start key position resumptiontoken "
    "iterator"
)
#: Members that are a last-seen id, and say something only beside a member that tells more.
LAST_IDS = _names("lastid lastkey")

NEXT_URLS = _names(
    "nexturl nextlink nextpageurl nextpagelink nextpageuri nexturi odatanextlink nexthref "
    "nextpath nextpagehref nextpagepath linknext nextrecordsurl"
)
#: Members that hold a URL where their schema, text or company says so.
WEAK_NEXT_URLS = _names("next nextpage")
URL_MEMBERS = _names("href url uri link")
#: Objects that hold such a member about the next page.
NEXT_OBJECTS = _names("next nextpage nextlink")

MORE = _names(
    "hasmore more hasnext hasnextpage hasmoreitems moreavailable moreresults nextpageexists "
    "hasmoreresults hasmorepages hasadditional moreresultsavailable hasmoredata"
)
LAST = _names("islast last lastpage isfinalpage islastpage done")
TOTAL_PAGES = _names(
    "totalpages pagecount numpages numberofpages pages pagetotal totalpagecount lastpage maxpage "
    "pagestotal totalnumberofpages"
)
TOTALS = _names(
    "total totalcount totalresults totalitems totalelements totalrecords totalhits numfound "
    "totalrows totalsize totalresult totalnumberofresults resultstotal totalobjects totalnumber"
)
CURRENT_PAGES = _names("page currentpage pagenumber number pageno pageindex pagenum current")

#: Members that hold what there is to say about pages, or the list itself.
CONTAINERS = _names(
    "meta metadata pagination paging pageinfo page paginginfo pagingmetadata paginationinfo links "
    "responsemetadata cursors cursor next info resultinfo listmetadata result data response "
    "navigation resultset pager pageable paginationmetadata pages listmeta searchmetadata "
    "paginationmeta pagemetadata nextpage nextlink embedded responseinfo"
)

#: Headers that hold the next cursor or page, or its URL.
NEXT_HEADERS = _names(
    "xnextpage nextpage xnextcursor nextcursor xnextpagetoken nextpagetoken xnexttoken "
    "xcontinuationtoken xmscontinuation xcursor xpaginationnext xpaginationnextcursor "
    "xpaginationcursor xnextpagecursor"
)
