// GET users/professionals/categories-tree: which categories are there?

import HTTPInterface

/// The app's own categories. Nothing here is divided any further.
func listCategories(_: APICall) -> Answer {
    .list(AppCategory.allCases.map { CategoryBody(id: $0.rawValue, name: $0.label, subCategories: []) })
}
