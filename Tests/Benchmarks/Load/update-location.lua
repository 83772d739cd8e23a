-- UpdateLocation with history, one location a request, as the Swift client writes it.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "devices.lua")

function init()
    request = load.requests("/v1/UpdateLocation", function(index)
        return string.format(
            '{"MiataruConfig":{"EnableLocationHistory":"true","LocationDataRetentionTime":"15"},' ..
            '"MiataruLocation":[{"Device":"%s","Timestamp":"%d","Longitude":%.6f,"Latitude":%.6f,' ..
            '"HorizontalAccuracy":12.5,"Speed":1.4,"BatteryLevel":80,"Altitude":35.2}]}',
            load.device(index), 1763690000 + index, 2.2 + index / 50000, 48.8 + index / 80000)
    end)
end

function done(summary, latency) load.report(summary, latency) end
