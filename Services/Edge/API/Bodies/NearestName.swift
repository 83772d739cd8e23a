// What somebody meant who misspelt a name.

import BaliseJSON
import Models

/// The known name that is nearest to one that is not.
enum NearestName {
    /// Longer names are none that somebody misspelt.
    private static let maximumLength = 40

    /// Nil when none is near: more than every third character would have to change.
    static func of(_ name: String, among known: [String]) -> String? {
        guard name.count <= maximumLength else { return nil }
        let name = Array(name.lowercased())
        let nearest = known.map { (name: $0, changes: changes(from: name, to: Array($0.lowercased()))) }
            .min { $0.changes < $1.changes }
        guard let nearest, nearest.changes <= max(1, nearest.name.count / 3) else { return nil }
        return nearest.name
    }

    /// How many characters have to be put in, left out or replaced.
    private static func changes(from name: [Character], to other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (place, character) in name.enumerated() {
            var former = row[0]
            row[0] = place + 1
            for (column, wanted) in other.enumerated() {
                let replaced = former + (character == wanted ? 0 : 1)
                former = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, former + 1)
            }
        }
        return row[other.count]
    }
}

extension JSONValue {
    /// Throws 400 for an object with a member that is not among those that are known, with the nearest of them.
    func checkMembers(knowing names: [String]) throws(EdgeError) {
        try checkNames(members?.map(\.name) ?? [], of: "The body has a member", knowing: names)
    }
}

extension Query {
    /// Throws 400 for a parameter that is not among those that are known, with the nearest of them.
    func checkNames(knowing names: [String]) throws(EdgeError) {
        try Edge.checkNames(self.names, of: "The address has a parameter", knowing: names)
    }
}

private func checkNames(_ names: [String], of what: String, knowing known: [String]) throws(EdgeError) {
    guard let name = names.first(where: { !known.containsExactly($0) }) else { return }
    guard !known.isEmpty else { throw .invalid("\(what) that is not known; it takes none.") }
    let all = known.joined(separator: ", ")
    guard let nearest = NearestName.of(name, among: known) else {
        throw .invalid("\(what) that is not known; it may have \(all).")
    }
    throw .invalid("\(what) that is not known; did you mean \(nearest)? It may have \(all).")
}
