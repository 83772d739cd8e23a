/// The limits below which a server hides counts, if its answer does not state them.
enum SmallCounts {
    static let announcement = 10
    static let dryRun = 20
}
