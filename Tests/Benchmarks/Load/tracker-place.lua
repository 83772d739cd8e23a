-- A place of OwnTracks in a request. Each tracker moves on, so every place is a new one. The argument is a file of tokens.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "trackers.lua")

-- Older than those of tracker-batch.lua, which is played on the same trackers afterwards.
local begin = os.time() - 100000000

function init(arguments)
    request = load.requests(arguments[1], "/trackers/owntracks/", function(round)
        local second = begin + round
        return string.format(
            '{"_type":"location","tid":"AP","lat":%.6f,"lon":%.6f,"tst":%d,"acc":12,"alt":35,"batt":80,"vel":5,"conn":"w"}',
            48.8 + second % 10000 / 80000, 2.2 + second % 10000 / 50000, second)
    end)
end

function done(summary, latency) load.report(summary, latency) end
