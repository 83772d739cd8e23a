// GET programs: for whom the web app can be used here.

import HTTPInterface

/// Anybody may know, also somebody whose token is over. The form is that of all lists of the web app.
func listPrograms(_ programs: [String]) -> Answer {
    var list = JSONObject()
    list.set(
        "data",
        programs.map { program in
            var object = JSONObject()
            object.set("id", program)
            return object
        })
    list.set("has_more", false)
    return .flat(list)
}
