// How memory goes back to the system.

import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What keeps memory that the program has no use for: glibc's allocator keeps what was freed, and Linux the code that ran
/// once.
public enum Allocator {
    /// From this size on, a piece of memory goes back to the system as soon as it is freed.
    static let largePiece = 1 << 20

    /// Has large pieces go back when they are freed; for the start of a program.
    ///
    /// Otherwise glibc takes the first large piece that is freed as a sign that more are to come, and keeps all that are
    /// no larger (mallopt(3), `M_MMAP_THRESHOLD`): those in which passwords are hashed have 16 MiB each.
    static func returnLargePieces() {
        #if canImport(Glibc)
            typealias Option = @convention(c) (CInt, CInt) -> CInt
            guard let symbol = dlsym(nil, "mallopt") else { return }
            let mallopt = unsafeBitCast(symbol, to: Option.self)
            let (mappedFrom, trimmedFrom): (CInt, CInt) = (-3, -1)
            _ = mallopt(mappedFrom, CInt(largePiece))
            // In the proportion in which glibc would move it: a smaller one would have it ask the system all the time.
            _ = mallopt(trimmedFrom, 2 * CInt(largePiece))
        #endif
    }

    /// Has what the start alone needed go back once it is over.
    static func trimWhenSettled() {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1, execute: trim)
    }

    /// Gives back all that is not needed: what was freed, and the code of the program and its libraries. The system
    /// keeps that in its cache, from where the little that runs at rest comes back when it is next called.
    @Sendable public static func trim() {
        releaseCode()
        #if canImport(Glibc)
            typealias Trim = @convention(c) (Int) -> CInt
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(symbol, to: Trim.self)(0)
        #endif
    }

    /// Linux counts a page of code as the process's own from its first call to the end of the process.
    private static func releaseCode() {
        #if os(Linux)
            // Foundation takes the first page of this file for all of it.
            guard let maps = fopen("/proc/self/maps", "r") else { return }
            defer { fclose(maps) }
            var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
            defer { free(line) }
            while getline(&line, &capacity, maps) > 0, let text = line {
                // From and to, rights, offset, device, inode, file. Nothing has written to what cannot be written to and
                // can be run, so it is as it stands in its file.
                let fields = String(cString: text).split(separator: " ")
                guard fields.count == 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { continue }
                let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
                guard bounds.count == 2 else { continue }
                madvise(UnsafeMutableRawPointer(bitPattern: bounds[0]), Int(bounds[1] - bounds[0]), MADV_DONTNEED)
            }
        #endif
    }
}
