/// An archive of another writer, so that reader and tests cannot share a mistake: 910 bytes from the package pmtiles
/// 3.8.1 (PyPI). `Writer` with `build_roots_leaves(entries, 8)` instead of `optimize_directories` gives the small
/// archive leaf directories. It has all tiles of zooms 0 to 3, and three of zoom 12. A tile is `sea` if column plus row
/// is no multiple of 3, else `tile 3/4/5` with its own place.
enum PublishedArchive {
    static let bytes = Data(base64Encoded: base64).map(Array.init) ?? []

    private static let base64 =
        "UE1UaWxlcwN/AAAAAAAAAC0AAAAAAAAArAAAAAAAAAAvAAAAAAAAANsAAAAAAAAAWwEAAAAAAAA2AgAAAAAAAFgBAAAAAAAAWAAA"
        + "AAAAAAA7AAAAAAAAACEAAAAAAAAAAQIBAgAMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB+LCAAAAAAAAgPjYODl5eLh5m3f1cPJ"
        + "AAXa2hp6unp6aoxQPgBKTd8oJAAAAB+LCAAAAAAAAgOrVkosKSnKTCotyczPU7JSUCrOz01Nyk+pVKoFACOBukMbAAAAH4sIAAAA"
        + "AAACA+NgYGRkZmRhZIRRXFzMYMjIwMAgqiSqAwDKTBhFIQAAAB+LCAAAAAAAAgPj4GViZGIEAijFwswFglzMomaiDqJeDKIAJQW/"
        + "UiEAAAAfiwgAAAAAAAID45BiZGRkAkIYxcUMgXGiGaJFojWiAOn2AhchAAAAH4sIAAAAAAACA+NQYWRiZGRkYYRRXMwQ2MYoOoFR"
        + "dBaj6BJGUQCn4B1cJQAAAB+LCAAAAAAAAgPjMGBkAkIggFBMXMwQuI5RdAej6CFG0TOMogCzXyHVJQAAAB+LCAAAAAAAAgPjsGZk"
        + "ZGRmZGGEUVzMEHiNUfQBo+grRtEvjKIAxV+7TCUAAAAfiwgAAAAAAAID4/BgZGJkZGRmhFLMXFD4j1G0g0l0EpPoHCZRAChx0Qgl"
        + "AAAAH4sIAAAAAAACA2M+v6uH8/NxPUYgEBQUXMbEwAAAtuJr6RMAAAB0aWxlIDAvMC8wdGlsZSAxLzAvMHNlYXRpbGUgMi8wLzB0"
        + "aWxlIDIvMC8zdGlsZSAyLzEvMnRpbGUgMi8zLzN0aWxlIDIvMi8xdGlsZSAyLzMvMHRpbGUgMy8wLzB0aWxlIDMvMy8wdGlsZSAz"
        + "LzIvMXRpbGUgMy8zLzN0aWxlIDMvMS8ydGlsZSAzLzAvM3RpbGUgMy8xLzV0aWxlIDMvMC82dGlsZSAzLzIvN3RpbGUgMy8zLzZ0"
        + "aWxlIDMvMi80dGlsZSAzLzUvNHRpbGUgMy80LzV0aWxlIDMvNS83dGlsZSAzLzYvNnRpbGUgMy83LzV0aWxlIDMvNy8ydGlsZSAz"
        + "LzYvM3RpbGUgMy80LzJ0aWxlIDMvNS8xdGlsZSAzLzYvMHRpbGUgMTIvMzQyMy8xNzYzdGlsZSAxMi8yMDc0LzE0MDl0aWxlIDEy"
        + "LzIwNzUvMTQwOQ=="
}
