// How many files and connections this process may have open.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system's bound on what one process has open: files, sockets, connections.
public enum OpenFileLimit {
    /// Beyond this nothing is gained, and tables that the system sizes by the limit get large.
    private static let enough: rlim_t = 1 << 20

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    /// How many this process may have open now.
    public static var current: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        return Int(clamping: min(limit.rlim_cur, enough))
    }

    /// For logs, sockets and the first connections, and for each service: its database with its readers, and its place on
    /// the bus. Libraries abort where they get none.
    private static let (forProgram, forService) = (64, 32)

    /// Throws when the bound is too low for a program with so many services.
    static func check(services: Int, allowed: Int = current) throws(StartError) {
        let needed = forProgram + services * forService
        guard allowed >= needed else { throw .tooFewOpenFiles(allowed: allowed, needed: needed) }
    }

    /// Raises the bound to what the system allows this process at most: the usual 1,024 is kept for programs of old
    /// that cannot deal with more. What cannot be raised stays.
    public static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        let wanted = min(limit.rlim_max, enough)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        _ = setrlimit(resource, &limit)
    }
}
