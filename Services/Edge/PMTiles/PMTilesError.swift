/// The reason why an archive or one of its tiles cannot be used.
struct PMTilesError: Error, Hashable, CustomStringConvertible {
    /// The end of a sentence that begins with the file: the problem, and the remedy.
    let description: String

    init(_ description: String) { self.description = description }

    /// The archive's declarations are invalid.
    static func malformed(_ what: String) -> PMTilesError {
        PMTilesError("is no sound PMTiles archive: \(what); make it anew, or look at it with `pmtiles verify`")
    }

    /// The file is shorter than the archive declares.
    static let truncated = PMTilesError(
        "is shorter than its header says, so a part of it is missing; copy it again, whole")
}
