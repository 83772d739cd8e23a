-- GetLocation of one device by another: each is a visit, which the service records before it answers.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "devices.lua")

function init()
    request = load.requests("/v1/GetLocation", function(index)
        return string.format(
            '{"MiataruConfig":{"RequestMiataruDeviceID":"%s"},"MiataruGetLocation":[{"Device":"%s"}]}',
            load.device(index * 7 + 3), load.device(index))
    end)
end

function done(summary, latency) load.report(summary, latency) end
