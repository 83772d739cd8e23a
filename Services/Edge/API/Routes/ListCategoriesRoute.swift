// GET users/professionals/categories-tree: which categories are there?

import HTTPInterface

/// The app's own categories. Nothing here is divided any further.
func listCategories(_: APICall) -> Answer {
    .flat(
        AppCategory.allCases.map { category in
            var json = JSONObject()
            json.set("id", category.rawValue)
            json.set("name", category.label)
            json.set("subCategories", [String]())
            return json
        })
}
