-- A batch of 200 places of Overland in a request, all of them new. The argument is a file of tokens.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "trackers.lua")

local count = 200
local begin = os.time() - 50000000

local function point(second)
    return string.format(
        '{"type":"Feature","geometry":{"type":"Point","coordinates":[%.6f,%.6f]},"properties":{"timestamp":"%s","altitude":35,' ..
        '"speed":1,"course":-1,"horizontal_accuracy":12,"vertical_accuracy":3,"motion":["walking"],"battery_state":"unplugged",' ..
        '"battery_level":0.8,"wifi":"","device_id":"phone"}}',
        2.2 + second % 10000 / 50000, 48.8 + second % 10000 / 80000, os.date("!%Y-%m-%dT%H:%M:%SZ", second))
end

function init(arguments)
    request = load.requests(arguments[1], "/trackers/overland/", function(round)
        local points = {}
        for index = 1, count do points[index] = point(begin + round * count + index) end
        return '{"locations":[' .. table.concat(points, ",") .. ']}'
    end)
end

function done(summary, latency) load.report(summary, latency) end
