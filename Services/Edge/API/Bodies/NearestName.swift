import BaliseJSON
import Models

enum NearestName {
    /// The longest unknown name that may be a typing error.
    private static let maximumLength = 40

    /// Returns the nearest known name; nil for a long name (`maximumLength`), or if more than a third of the known
    /// name, and more than one character, would have to change.
    static func of(_ name: String, among known: [String]) -> String? {
        guard name.count <= maximumLength else { return nil }
        let name = Array(name.lowercased())
        let nearest = known.map { (name: $0, changes: changes(from: name, to: Array($0.lowercased()))) }
            .min { $0.changes < $1.changes }
        guard let nearest, nearest.changes <= max(1, nearest.name.count / 3) else { return nil }
        return nearest.name
    }

    /// Returns the number of edits between two names. An edit adds, removes or replaces a character, or swaps two
    /// neighbours (optimal string alignment distance).
    private static func changes(from name: [Character], to other: [Character]) -> Int {
        var previous: [Int] = []
        var row = Array(0...other.count)
        for (place, character) in name.enumerated() {
            var next = [place + 1]
            for (column, wanted) in other.enumerated() {
                var changes = min(row[column] + (character == wanted ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if place > 0, column > 0, character == other[column - 1], name[place - 1] == wanted {
                    changes = min(changes, previous[column - 1] + 1)
                }
                next.append(changes)
            }
            (previous, row) = (row, next)
        }
        return row[other.count]
    }

    static func sentence(_ what: String, _ name: String, among known: [String]) -> String {
        let begin = "The \(what) \(shownName(name)) is not known"
        guard !known.isEmpty else { return "\(begin); leave it out." }
        guard let nearest = of(name, among: known) else { return "\(begin); use \(known.joined(separator: ", "))." }
        return "\(begin); did you mean \(nearest)?"
    }

    static func wrong(_ what: String, _ names: [String], among known: [String]) -> [WrongMember] {
        names.prefix(WrongMembers.maximumCount).map { WrongMember($0, sentence(what, $0, among: known)) }
    }
}

extension Query {
    /// Notes unknown parameters, each with the nearest known name.
    mutating func checkNames(knowing names: [String]) {
        let unknown = self.names.filter { !names.containsExactly($0) }
        for one in NearestName.wrong("parameter", unknown, among: names) { refuse(one.field, one.message) }
    }
}

/// A name from a client, for one line of an error: shortened, and without control characters.
func shownName(_ name: String) -> String {
    String(
        String.UnicodeScalarView(
            name.unicodeScalars.prefix(64).map { $0.properties.generalCategory == .control ? "?" : $0 }))
}
