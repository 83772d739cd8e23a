import BaliseAPI

/// The configured categories; the tree has one level.
func listCategories(_ call: APICall) -> Answer {
    .list(
        call.categories.names.map {
            AnnouncementCategory(id: $0, name: call.categories.label(of: $0), subCategories: [])
        })
}
