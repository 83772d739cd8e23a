// Files of a test.

import Foundation
import Isolation

extension TemporaryFolder {
    /// Writes a file, or writes it anew; gives its path.
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file, options: .atomic)
        return file.path
    }
}
