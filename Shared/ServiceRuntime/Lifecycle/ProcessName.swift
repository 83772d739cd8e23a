import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The name by which other processes and operators know this process, for example as the holder of a lease.
public enum ProcessName {
    /// The machine and the process for operators; different for every process, including past ones.
    public static func unique() -> String {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        return "process \(ProcessInfo.processInfo.processIdentifier) on \(host) (\(number))"
    }

    private static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "an unnamed machine" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
