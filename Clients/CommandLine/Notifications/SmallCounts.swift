// What is shown of counts that a server keeps to itself since they are of few people.

/// Below which number a server counts nobody, where its answer does not say.
enum SmallCounts {
    /// The people of an announcement.
    static let announcement = 10
    /// The people of a dry run.
    static let dryRun = 20
}
