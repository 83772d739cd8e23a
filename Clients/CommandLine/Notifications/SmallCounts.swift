/// The limits below which a server hides counts, if its answer does not state them.
enum SmallCounts {
    /// The number of recipients of an announcement.
    static let announcement = 10
    /// The answer to a dry run.
    static let dryRun = 20
}
