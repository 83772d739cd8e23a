import Foundation

/// The system's limit of open files, sockets and connections for a process.
public enum OpenFileLimit {
    /// The highest useful limit. A higher limit only enlarges the tables that the system sizes by it.
    private static let enough: rlim_t = 1 << 20

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    public static var current: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        return Int(clamping: min(limit.rlim_cur, enough))
    }

    /// The number of files needed for logs, sockets and first connections, and for each service's database, readers and
    /// bus. Libraries abort without them.
    private static let (forProgram, forService) = (64, 32)

    /// Throws if the limit is too low for this number of services.
    static func check(services: Int, allowed: Int = current) throws(StartError) {
        let needed = forProgram + services * forService
        guard allowed >= needed else { throw .tooFewOpenFiles(allowed: allowed, needed: needed) }
    }

    /// Raises the limit: the usual 1,024 protects old programs that cannot handle more. If that fails, the limit stays.
    public static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        let wanted = min(limit.rlim_max, enough)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        _ = setrlimit(resource, &limit)
    }
}
