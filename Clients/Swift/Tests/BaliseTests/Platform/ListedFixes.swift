import Balise

/// Gives the places of a list, and ends.
struct ListedFixes: LocationFixSource {
    let list: [LocationFix]

    init(_ list: LocationFix...) { self.list = list }

    func fixes() -> AsyncStream<LocationFix> {
        AsyncStream { continuation in
            for fix in list { continuation.yield(fix) }
            continuation.finish()
        }
    }
}
