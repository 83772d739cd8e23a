// GET users/professionals/categories-tree: which categories are there?

import BaliseAPI

/// The configured categories. Nothing here is divided any further.
func listCategories(_ call: APICall) -> Answer {
    .list(
        call.categories.names.map {
            AnnouncementCategory(id: $0, name: call.categories.label(of: $0), subCategories: [])
        })
}
