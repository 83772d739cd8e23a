// Built by fuzz-cbor.sh; not part of the package.

import Foundation

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    do {
        try Seeds.write(to: URL(filePath: folder))
        return 0
    } catch {
        print("cannot write the seeds: \(error)")
        exit(1)
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try CoderChecks.check(UnsafeRawBufferPointer(start: start, count: count))
        return 0
    } catch {
        // The only way to tell libFuzzer that this input is a finding.
        fatalError("\(error)")
    }
}
