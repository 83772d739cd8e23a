// Replaced by the program.

@main
enum Program {
    static func main() async {}
}
