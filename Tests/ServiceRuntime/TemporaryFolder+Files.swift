extension TemporaryFolder {
    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// The permission bits of the file or folder `name`.
    func mode(_ name: String) throws -> Int {
        let path = name.isEmpty ? url.path : url.appendingPathComponent(name).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? Int) ?? -1
    }
}
