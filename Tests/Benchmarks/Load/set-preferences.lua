-- People say what they want to hear of, each time something else. The argument is a file of tokens.

local folder = debug.getinfo(1, "S").source:match("^@(.*/)") or "./"
local load = dofile(folder .. "people.lua")

function init(arguments)
    request = load.calls(arguments[1], "PUT", "/api/v1/notification-preferences", 46, function(index)
        return string.format(
            '{"notifyNewOffers":true,"notifyNewProNearby":1,"notifyLocalEvents":0,"notificationRadius":%d,' ..
            '"preferredCategories":["SANTE_BIEN_ETRE","FOOD_PLAISIRS","LOISIRS_DIVERTISSEMENTS"]}', 5 + index)
    end)
end

function done(summary, latency) load.report(summary, latency) end
