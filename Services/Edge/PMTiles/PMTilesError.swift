// Why an archive of tiles cannot be used.

/// Why an archive cannot be used, or a tile of it not be read.
struct PMTilesError: Error, Hashable, CustomStringConvertible {
    /// The end of a sentence that begins with the file: what is wrong, and what to do.
    let description: String

    init(_ description: String) { self.description = description }

    /// What the archive says of itself cannot be.
    static func malformed(_ what: String) -> PMTilesError {
        PMTilesError("is no sound PMTiles archive: \(what); make it anew, or look at it with `pmtiles verify`")
    }

    /// The file ends before what the archive says it holds.
    static let truncated = PMTilesError(
        "is shorter than its header says, so a part of it is missing; copy it again, whole")
}
